// Starts the device build as a browser would and calls it: run.mjs FOLDER PASSPORT prints one JSON object with the answers.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, passport] = process.argv.slice(2);
await import(pathToFileURL(path.join(folder, "wasm_exec.js")));
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(fs.readFileSync(path.join(folder, "engine.wasm")), go.importObject);
go.run(instance);
const engine = globalThis.proofdeskEngine;
const bytes = new Uint8Array(fs.readFileSync(passport));
const said = (v) => (v instanceof Error ? { error: v.message } : JSON.parse(v));
const garbage = new Uint8Array([1, 2, 3, 4]);
const prints = { kind: "fingerprints", bytes };
process.stdout.write(
  JSON.stringify({
    version: engine.version,
    assess: said(engine.assess("passport", bytes)),
    inspect: said(engine.inspect([{ kind: "passport", bytes }], "2026-11-20")),
    prints: said(engine.inspect([prints], "2026-11-20")),
    signature: said(engine.assess("signature", new TextEncoder().encode("[[]]"))),
    lenient: said(engine.assess("passport", bytes, { focusThreshold: 0, moveCloser: "Nearer" })),
    strict: said(engine.assess("passport", bytes, { glareDetectionThreshold: -1 })),
    garbage: said(engine.assess("passport", garbage)),
    bad: {
      "no arguments": said(engine.assess()),
      "no bytes": said(engine.assess("passport", "text")),
      "null bytes": said(engine.assess("passport", null)),
      "kind is a number": said(engine.assess(7, bytes)),
      "too many bytes": said(engine.assess("passport", new Uint8Array(20 * 1024 * 1024 + 1))),
      "options are text": said(engine.assess("passport", bytes, "{}")),
      "a threshold is text": said(engine.assess("passport", bytes, { focusThreshold: "0.9" })),
      "no list": said(engine.inspect(null, "2026-11-20")),
      "a list of nothing": said(engine.inspect([null], "2026-11-20")),
      "no such day": said(engine.inspect([], "2026-13-01")),
      "date is no text": said(engine.inspect([], 5)),
    },
  }),
);
process.exit(0);
