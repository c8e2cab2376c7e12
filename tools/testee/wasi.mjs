// SPDX-License-Identifier: Apache-2.0
// Runs a WASI program on this process's standard input and output: wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...programArguments] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1", // node 18 ignores it, node 20 insists on it
  args: [program, ...programArguments],
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, {
  wasi_snapshot_preview1: wasi.wasiImport,
});
process.exitCode = wasi.start(instance);
