// Writes the type declarations of the web SDK: those that its two entry files lead to, and no others.
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Returns the text of each declaration file by its path from the folder of the SDK. */
export function declarations(root) {
  const entries = ['proofdesk', 'support']
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(entries.map(name => join(root, 'sdk', name + '.ts')), {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(root, 'sdk'),
    outDir: join(root, 'sdk'),
  })
  const all = {}
  const { diagnostics } = program.emit(undefined, (name, text) => { all[relative(join(root, 'sdk'), name)] = text })
  if (diagnostics.length > 0) throw new Error(ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n'))
  return reached(all, entries.map(name => name + '.d.ts'))
}

/**
 * Returns entry files, the files that they import, and those that they import. Node finds a module of a package by
 * its whole name only, so each import gets the ending that the sources leave out.
 */
function reached(all, entries) {
  const found = {}
  const visit = name => {
    if (found[name] !== undefined) return
    found[name] = ''
    found[name] = all[name].replace(/(from |import\()(['"])(\.[^'"]*)\2/g, (_, before, quote, path) => {
      const plain = join(dirname(name), path)
      const target = all[plain + '.d.ts'] === undefined ? join(plain, 'index.d.ts') : plain + '.d.ts'
      if (all[target] === undefined) throw new Error(`${name} imports ${path}, which has no declarations`)
      visit(target)
      const written = relative(dirname(name), target).replace(/\.d\.ts$/, '.js')
      return `${before}${quote}${written.startsWith('.') ? written : './' + written}${quote}`
    })
  }
  entries.forEach(visit)
  return found
}
