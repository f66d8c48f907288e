// Builds dist/: the script and style bundles, the icon sprite and manifest.json, which maps plain names to those with a
// hash of the content; and dist/sdk/, the web SDK with the engine of bin/device, listed in sdk.json, with its type
// declarations in dist/types/. A stamp over all inputs makes a repeat cost next to nothing.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { declarations } from './declarations.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const device = join(root, '../bin/device')
const digest = data => createHash('sha256').update(data).digest('hex')

/** Returns the digest of everything that the build reads. */
async function stampOfInputs() {
  const hash = createHash('sha256')
  const names = ['build.mjs', 'declarations.mjs', 'tsconfig.json', 'icons.json', 'package-lock.json']
  for (const folder of ['src', 'sdk', 'css']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile())
    names.push(...files.map(file => join(file.parentPath, file.name).slice(root.length + 1)).sort())
  }
  names.push('../bin/device/engine.wasm', '../bin/device/wasm_exec.js')
  for (const name of names) hash.update(name).update(await readFile(join(root, name)))
  return hash.digest('hex')
}

/** Returns the icons that icons.json names as one SVG. */
async function sprite() {
  const names = JSON.parse(await readFile(join(root, 'icons.json'), 'utf8'))
  const look = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  const symbols = await Promise.all(names.map(async name => {
    const svg = await readFile(join(root, 'node_modules/lucide-static/icons', name + '.svg'), 'utf8')
    const inner = svg.replace(/<!--.*?-->/gs, '').replace(/^\s*<svg[^>]*>/s, '').replace(/<\/svg>\s*$/s, '')
    return `<symbol id="${name}" viewBox="0 0 24 24" ${look}>${inner.replace(/\s+/g, ' ').trim()}</symbol>`
  }))
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

/** Bundles style sheets of the SDK as texts, which its scripts adopt. */
const adoptedStyles = {
  name: 'adopted-styles',
  setup(build) {
    build.onLoad({ filter: /\/sdk\/.*\.css$/ }, async ({ path }) => {
      const css = await readFile(path, 'utf8')
      const { code } = await build.esbuild.transform(css, { loader: 'css', minify: true, target: 'chrome97' })
      return { contents: code, loader: 'text' }
    })
  },
}

/** Returns the bundle of an entry file. */
async function bundle(entry, options) {
  const { build } = await import('esbuild')
  const result = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'none',
    target: 'es2022',
    charset: 'utf8',
    plugins: [adoptedStyles],
    alias: { 'htmx.org': 'htmx.org/dist/htmx.esm.min.js' }, // its own minifier knows it best
    ...options,
  })
  return result.outputFiles[0].contents
}

/** Returns a script in fewer bytes than the bundler leaves: the review page and the SDK have limits. */
async function smaller(script, options = { ecma: 2022 }) {
  const { minify } = await import('terser')
  const compress = { passes: 2, lhs_constants: false } // gzip finds more alike in what keeps its order
  const { code } = await minify(Buffer.from(script).toString(), { ...options, compress })
  return Buffer.from(code)
}

/** Returns the files of the web SDK by name, and the script of the hosted capture page, which knows them too. */
async function sdkFiles() {
  const { version } = JSON.parse(await readFile(join(root, 'sdk/version.json'), 'utf8'))
  const runtime = await readFile(join(device, 'wasm_exec.js'))
  const worker = await bundle('sdk/device/worker.ts', { format: 'iife', target: 'chrome97' })
  const parts = {
    worker: ['worker', '.js', Buffer.concat([runtime, Buffer.from('\n'), worker])],
    wasm: ['engine', '.wasm', await readFile(join(device, 'engine.wasm'))],
  }
  const files = {}
  const known = {}
  for (const [name, [plain, end, data]] of Object.entries(parts)) {
    const path = `${plain}-${digest(data).slice(0, 10)}${end}`
    files[path] = data
    known[name] = { path: '/sdk/11/' + path, sha256: digest(data), size: data.length }
  }
  const define = { __PROOFDESK__: JSON.stringify({ version, files: known }) }
  const script = await bundle('sdk/proofdesk.ts', { format: 'esm', target: 'chrome97', define })
  files['proofdesk.js'] = await smaller(script, { ecma: 2020, module: true })
  files['support.js'] = await bundle('sdk/support.ts', { format: 'esm', target: 'chrome97' })
  return { files, hosted: await bundle('sdk/hosted.ts', { format: 'iife', target: 'chrome97', define }) }
}

/** Writes the files of the web SDK, packed as browsers accept them, the list of them, and the declarations. */
async function writeSDK(sdk) {
  await mkdir(join(dist, 'sdk'))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 }
  for (const [name, data] of Object.entries(sdk)) {
    await writeFile(join(dist, 'sdk', name + '.br'), brotliCompressSync(data, { params }))
  }
  const list = Object.entries(sdk).map(([name, data]) => ({ name, sha256: digest(data), size: data.length }))
  await writeFile(join(dist, 'sdk.json'), JSON.stringify(list, null, 1))
  for (const [name, text] of Object.entries(declarations(root))) {
    const path = join(dist, 'types', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

const stamp = await stampOfInputs()
const stampFile = join(dist, 'stamp')
if (await readFile(stampFile, 'utf8').catch(() => '') === stamp) process.exit(0)

const { files: sdk, hosted } = await sdkFiles()
const files = {
  'console.js': await smaller(await bundle('src/console.ts', { format: 'iife' })),
  'keyrecord.js': await bundle('src/keyrecord.ts', { format: 'iife' }),
  'extras.js': await bundle('src/extras.ts', { format: 'iife' }),
  'signin.js': await bundle('src/signin.ts', { format: 'iife' }),
  'dashboard.js': await bundle('src/dashboard.ts', { format: 'iife' }),
  'presets.js': await bundle('src/presets.ts', { format: 'iife' }),
  'presetpreview.js': await bundle('src/presetpreview.ts', { format: 'iife' }),
  'presetpictures.js': await bundle('src/presetpictures.ts', { format: 'iife' }),
  'preview.js': await bundle('sdk/preview.ts', { format: 'iife', target: 'chrome97' }),
  'hosted.js': hosted,
  'playing.js': await bundle('sdk/hosted/playing.ts', { format: 'esm', target: 'chrome97' }),
  'playground.js': await bundle('src/playground.ts', { format: 'iife' }),
  'dashboard.css': await bundle('css/dashboard.css', { target: 'chrome123' }),
  'console.css': await bundle('css/console.css', { target: 'chrome123' }),
  'icons.svg': Buffer.from(await sprite()),
}
await mkdir(dist, { recursive: true })
for (const name of await readdir(dist)) if (name !== '.gitignore') await rm(join(dist, name), { recursive: true })
const manifest = {}
for (const [name, data] of Object.entries(files)) {
  const dot = name.lastIndexOf('.')
  manifest[name] = `${name.slice(0, dot)}-${digest(data).slice(0, 10)}${name.slice(dot)}`
  await writeFile(join(dist, manifest[name]), data)
}
await writeSDK(sdk)
await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest, null, 1))
await writeFile(stampFile, stamp)
