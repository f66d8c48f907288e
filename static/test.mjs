// Runs the tests of the scripts' pure functions: bundles each file of test/ and gives them to node's own runner.
import { build } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const names = (await readdir(join(root, 'test'))).filter(name => name.endsWith('.test.ts'))
const outdir = await mkdtemp(join(tmpdir(), 'proofdesk-static-'))
const entryPoints = names.map(name => join(root, 'test', name))
await build({
  entryPoints,
  outdir,
  bundle: true,
  platform: 'node',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  loader: { '.css': 'text' },
  define: { __PROOFDESK__: JSON.stringify({ version: '0.0.0', files: {} }) }, // as of no build
})
const tests = names.map(name => join(outdir, name.replace(/\.ts$/, '.mjs')))
const { status } = spawnSync(process.execPath, ['--test', ...tests], { stdio: 'inherit' })
await rm(outdir, { recursive: true })
process.exit(status ?? 1)
