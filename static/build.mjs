// Builds dist/: the script and style bundles, the icon sprite and manifest.json, which maps plain names to those with a
// hash of the content. A stamp over all inputs makes a repeat cost next to nothing.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const digest = data => createHash('sha256').update(data).digest('hex')

/** Returns the digest of everything that the build reads. */
async function stampOfInputs() {
  const hash = createHash('sha256')
  const names = ['build.mjs', 'icons.json', 'package-lock.json']
  for (const folder of ['src', 'css']) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile())
    names.push(...files.map(file => join(file.parentPath, file.name).slice(root.length + 1)).sort())
  }
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
    alias: { 'htmx.org': 'htmx.org/dist/htmx.esm.min.js' }, // its own minifier knows it best
    ...options,
  })
  return result.outputFiles[0].contents
}

const stamp = await stampOfInputs()
const stampFile = join(dist, 'stamp')
if (await readFile(stampFile, 'utf8').catch(() => '') === stamp) process.exit(0)

const files = {
  'console.js': await bundle('src/console.ts', { format: 'iife' }),
  'dashboard.js': await bundle('src/dashboard.ts', { format: 'iife' }),
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
await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest, null, 1))
await writeFile(stampFile, stamp)
