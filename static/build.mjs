// Builds dist/: the script and style bundles, the icon sprite and manifest.json, which maps plain names to content-hashed
// ones. A stamp over all inputs makes a repeat cost next to nothing.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')
const digest = data => createHash('sha256').update(data).digest('hex')

async function stampOf() {
  const hash = createHash('sha256')
  for (const folder of ['src', 'css']) {
    for (const name of (await readdir(join(root, folder))).sort()) hash.update(name).update(await readFile(join(root, folder, name)))
  }
  for (const name of ['build.mjs', 'icons.json', 'package-lock.json']) hash.update(await readFile(join(root, name)))
  return hash.digest('hex')
}

async function sprite() {
  const names = JSON.parse(await readFile(join(root, 'icons.json'), 'utf8'))
  const symbols = await Promise.all(names.map(async name => {
    const svg = await readFile(join(root, 'node_modules/lucide-static/icons', name + '.svg'), 'utf8')
    const body = svg.replace(/<!--.*?-->/gs, '').replace(/^\s*<svg[^>]*>/s, '').replace(/<\/svg>\s*$/s, '').replace(/\s+/g, ' ').trim()
    return `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</symbol>`
  }))
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

async function bundle(entry, extra) {
  const { build } = await import('esbuild')
  const result = await build({ entryPoints: [join(root, entry)], bundle: true, minify: true, write: false, legalComments: 'none', target: 'es2022', charset: 'utf8', ...extra })
  return result.outputFiles[0].contents
}

const stamp = await stampOf()
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
