// SPDX-License-Identifier: Apache-2.0
// Runs a WebAssembly module with the C ABI (spec/conformance.md, TQ-CONF-035) for `tqc run
// --testee x.wasm`: one line of hex digits in, one out, as tqc-abi-host does for a library. Node 18
// or later.
import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { WASI } from "node:wasi";

const MAX_MESSAGE = 8388600; // TQC_MAX_MESSAGE
const PAGE = 65536;
const CANARY = 0xa5;
const canaryPage = Buffer.alloc(PAGE, CANARY);

function die(what) {
  writeSync(2, `wasm_host: ${what}\n`);
  process.exit(1);
}

// Room for a message between two pages of a known pattern, in memory that the module gives when it
// exports malloc, else in pages added to its memory. The latter alone will not do: the allocator of
// some C libraries takes everything behind the static data when it is first called.
class Room {
  constructor({ memory, malloc }, bytes) {
    const pages = Math.max(1, Math.ceil(bytes / PAGE));
    const total = (pages + 2) * PAGE;
    const block = malloc ? malloc(total) >>> 0 : memory.grow(pages + 2) * PAGE;
    if (block === 0 || block % 8 !== 0 || block + total > memory.buffer.byteLength) {
      die(`malloc of the module gave ${block} for ${total} bytes`);
    }
    this.memory = memory;
    this.size = pages * PAGE;
    this.begin = block + PAGE;
    this.view(this.begin - PAGE, PAGE).set(canaryPage);
    this.view(this.begin + this.size, PAGE).set(canaryPage);
  }
  // Anew each time: a memory that grows leaves its old buffer behind.
  view(begin, size) {
    return Buffer.from(this.memory.buffer, begin, size);
  }
  check(what) {
    const whole = (begin) => this.view(begin, PAGE).equals(canaryPage);
    if (!whole(this.begin - PAGE)) die(`the module wrote in front of the ${what}`);
    if (!whole(this.begin + this.size)) die(`the module wrote behind the ${what}`);
  }
}

class Module {
  constructor(exports) {
    this.exports = exports;
    this.request = new Room(exports, PAGE);
    this.reply = new Room(exports, PAGE);
  }
  // The reply as a line, or a line that begins with ! and says what is wrong with it.
  ask(hex) {
    const message = Buffer.from(hex, "hex");
    if (message.length > this.request.size) this.request = new Room(this.exports, message.length);
    const at = this.request.begin + this.request.size - message.length; // ends at its canary
    this.request.view(at, message.length).set(message);
    for (let attempt = 0; ; ++attempt) {
      this.reply.view(this.reply.begin, this.reply.size).fill(CANARY);
      const capacity = this.reply.size;
      const { tqc_answer } = this.exports;
      const wrote = tqc_answer(at, message.length, this.reply.begin, capacity) >>> 0;
      this.request.check("request");
      this.reply.check("reply");
      if (!this.request.view(at, message.length).equals(message)) {
        die("the module changed the request");
      }
      if (wrote <= capacity) return this.reply.view(this.reply.begin, wrote).toString("hex");
      const what = `!a reply of ${wrote} bytes`;
      if (wrote > MAX_MESSAGE) return `${what}, above ${MAX_MESSAGE}`;
      if (attempt > 0) return `${what}, more than it had asked for`;
      this.reply = new Room(this.exports, wrote);
    }
  }
}

async function load(path) {
  // What the module prints goes to standard error; its input is empty.
  const wasi = new WASI({
    version: "preview1", // node 18 ignores it, node 20 insists on it
    returnOnExit: false,
    stdin: openSync("/dev/null", "r"),
    stdout: 2,
    stderr: 2,
  });
  const module = await WebAssembly.compile(readFileSync(path));
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
  });
  for (const [name, type] of [["tqc_answer", Function], ["memory", WebAssembly.Memory]]) {
    if (!(instance.exports[name] instanceof type)) die(`the module does not export ${name}`);
  }
  wasi.initialize(instance);
  return new Module(instance.exports);
}

function* lines(descriptor) {
  const block = Buffer.alloc(PAGE);
  let parts = [];
  for (let got; (got = readSync(descriptor, block)) > 0; ) {
    let text = block.toString("latin1", 0, got);
    for (let end; (end = text.indexOf("\n")) >= 0; text = text.slice(end + 1)) {
      yield parts.join("") + text.slice(0, end);
      parts = [];
    }
    parts.push(text);
  }
}

function writeLine(descriptor, line) {
  const bytes = Buffer.from(line + "\n", "latin1");
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

if (process.argv.length !== 3) die("usage: wasm_host.mjs MODULE.wasm");
try {
  const module = await load(process.argv[2]);
  for (const line of lines(0)) writeLine(1, module.ask(line));
} catch (error) {
  // A trap, a module without start-up code, a memory that may not grow.
  die(String(error?.message ?? error).split("\n")[0]);
}
closeSync(1);
