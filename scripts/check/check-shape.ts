import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listSourceFiles } from './list-source-files.ts'
import { listSyntaxNodes, type SyntaxNode } from './source-tree.ts'

const maxLines = 300
const maxTestLines = 500
const maxFunctionLines = 60
const maxComponentLines = 120
const maxColumns = 120
const maxFolders = 3
/** Source files in one folder: a newcomer can survey this many names. */
const maxFolderFiles = 25
/** SQL functions are in a folder for each subject. */
const functionsFolder = 'server/db/functions/'

const isTest = (path: string) => /\.test\.tsx?$|^e2e\//.test(path)
const isTestOrSpec = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
const isTestHelper = (path: string) => /(-testing|\/test-[a-z-]+)\.tsx?$/.test(path)
const isTestingFolder = (path: string) => /^(server|web)\/testing\/|^(scripts|e2e)\//.test(path)
const isTestOrSql = (path: string) => isTestOrSpec(path) || path.endsWith('.sql')
// Migrations never change once they are released.
const isMigration = (path: string) => path.startsWith('server/db/migrations/')
// Casts are allowed in wiring and tests, with the reason beside them.
const canContainCasts = (path: string) => /(^|\/)(lib|testing)\/|\.test\.tsx?$/.test(path)
// Any update of graphile-worker can change its private tables.
const canUsePrivateTables = (path: string) => /(^|\/)testing\/|\.test\.tsx?$/.test(path)
// A file in lib may have the name of its counterpart on the other side (api, session). Each folder of
// texts has the same files.
const canRepeatName = (path: string) =>
  /^web\/public\/|^[a-z]+\/(lib|locales)\/|\/README\.md$/.test(path)
const vagueNames = /^(index|utils?|helpers?|common|misc)\.[a-z]+$/

const casts = new Map([
  ['TsAsExpression', 'as'],
  ['TsTypeAssertion', '<type>'],
  ['TsNonNullExpression', '!'],
])
const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'Constructor',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
])
const typeDeclarations = new Set(['TsTypeAliasDeclaration', 'TsInterfaceDeclaration'])
// Sample files and requests of a test are often one long text.
const isSampleText = (path: string, line: string) =>
  isTestOrSpec(path) && /^\s*(\w+: )?(['"]).*\2,?$/.test(line)

const problems: string[] = []
const pathByName = new Map<string, string>()
const pathByType = new Map<string, string>()
type Declaration = { path: string; line: number; name: string }
const localTypes: Declaration[] = []
const exportedFunctions: Declaration[] = []
const namespaces = new Set<string>()
const rootFiles = readdirSync('.').filter(name => /\.[mc]?[tj]s$/.test(name))
const files = [...rootFiles, ...listSourceFiles()]
files.forEach(checkFile)
checkFolders()
checkLocalTypeNames()
checkFunctionNames()

for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
if (problems.length > 0) process.exit(1)

function checkFile(path: string): void {
  checkName(path)
  if (!/\.(tsx?|[mc]?js|css|sql|md)$/.test(path)) return
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  checkTodos(path, lines)
  if (!canUsePrivateTables(path)) checkPrivateTables(path, lines)
  if (isMigration(path) || path.endsWith('.md')) return
  checkCurrencyFormats(path, lines)
  checkLineCount(path, lines)
  const nodes = /\.(tsx?|[mc]?js)$/.test(path) ? listSyntaxNodes(path, text) : []
  checkLineWidths(path, lines, nodes)
  if (!isTest(path)) checkFunctionLengths(path, lines, nodes)
  checkTypeNames(path, nodes)
  listExportedFunctions(path, text, nodes)
  if (!canContainCasts(path)) checkCasts(path, nodes)
}

function checkName(path: string): void {
  const name = basename(path)
  const otherPath = pathByName.get(name)
  if (!canRepeatName(path)) {
    if (otherPath) problems.push(`${path}: ${otherPath} already has the name ${name}`)
    else pathByName.set(name, path)
  }
  if (vagueNames.test(name)) problems.push(`${path}: the name does not say what the file contains`)
  const limit = path.startsWith(functionsFolder) ? maxFolders + 1 : maxFolders
  if (path.split('/').length - 1 > limit) problems.push(`${path}: is deeper than ${limit} folders`)
}

function checkFolders(): void {
  const sources = files.filter(
    path => /\.(tsx?|css|sql)$/.test(path) && !isTestOrSpec(path) && !isMigration(path),
  )
  const folders = Map.groupBy(sources, path => dirname(path))
  for (const [folder, paths] of folders) {
    if (paths.length > maxFolderFiles)
      problems.push(`${folder}: ${paths.length} source files, at most ${maxFolderFiles}`)
  }
  for (const path of files.filter(isTestHelper)) {
    if (!isTestingFolder(path)) problems.push(`${path}: helpers of tests are in a folder testing`)
  }
}

function checkTodos(path: string, lines: string[]): void {
  if (path === 'scripts/check/check-shape.ts') return
  lines.forEach((line, index) => {
    const todo = /(?:\/\/|\/\*|--|#).*\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/.exec(line)
    if (todo) problems.push(`${path}:${index + 1}: add the issue number, as in TODO(#12)`)
  })
}

function checkPrivateTables(path: string, lines: string[]): void {
  lines.forEach((line, index) => {
    if (/graphile_worker\._private/.test(line))
      problems.push(`${path}:${index + 1}: use the public views and functions of graphile-worker`)
  })
}

/** The decimals of `Intl` change with the runtime, so only the file with our table asks for a format. */
function checkCurrencyFormats(path: string, lines: string[]): void {
  if (path === 'contract/lib/money/money.ts' || isTest(path)) return
  lines.forEach((line, index) => {
    if (/style: ?['"]currency['"]|supportedValuesOf\(['"]currency['"]\)/.test(line))
      problems.push(`${path}:${index + 1}: use the formats of contract/lib/money/money.ts`)
  })
}

function checkLineCount(path: string, lines: string[]): void {
  const limit = isTestOrSql(path) ? maxTestLines : maxLines
  if (lines.length - 1 > limit)
    problems.push(`${path}: ${lines.length - 1} lines, the limit is ${limit}`)
}

/** Counts the lines of nested functions too, and neither blank lines nor comments. */
function checkFunctionLengths(path: string, lines: string[], nodes: SyntaxNode[]): void {
  const isCode = findCodeLines(lines)
  for (const { type, name, firstLine, lastLine } of nodes) {
    if (!functionTypes.has(type)) continue
    const count = isCode.slice(firstLine - 1, lastLine).filter(Boolean).length
    const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name ?? '')
    const limit = isComponent ? maxComponentLines : maxFunctionLines
    if (count > limit)
      problems.push(
        `${path}:${firstLine}: ${name ?? 'a function'} has ${count} lines, the limit is ${limit}`,
      )
  }
}

/** Returns for each line whether it contains more than white space or a comment. */
function findCodeLines(lines: string[]): boolean[] {
  let isInComment = false
  return lines.map(line => {
    const text = line.trim()
    if (text.startsWith('/*')) isInComment = true
    const isCode = !isInComment && text !== '' && !text.startsWith('//')
    if (text.includes('*/')) isInComment = false
    return isCode
  })
}

/** Lines may be longer where a URL, a regular expression or a sample text of a test needs it. */
function checkLineWidths(path: string, lines: string[], nodes: SyntaxNode[]): void {
  const literals = nodes.filter(
    ({ type }) => type === 'RegExpLiteral' || (type === 'TemplateLiteral' && isTestOrSpec(path)),
  )
  lines.forEach((line, index) => {
    const lineNumber = index + 1
    if (line.length <= maxColumns || /https?:\/\//.test(line) || isSampleText(path, line)) return
    const hasLiteral = literals.some(
      ({ firstLine, lastLine }) => firstLine <= lineNumber && lineNumber <= lastLine,
    )
    if (!hasLiteral)
      problems.push(`${path}:${lineNumber}: ${line.length} columns, the limit is ${maxColumns}`)
  })
}

function checkTypeNames(path: string, nodes: SyntaxNode[]): void {
  const extendedModules = nodes.filter(({ type }) => type === 'TsModuleDeclaration')
  for (const { name, type, firstLine, isExported } of nodes) {
    if (!name || !typeDeclarations.has(type)) continue
    if (!isExported) {
      const isExtension = extendedModules.some(
        module => module.firstLine <= firstLine && firstLine <= module.lastLine,
      )
      if (!isExtension && !isTestOrSpec(path)) localTypes.push({ path, line: firstLine, name })
      continue
    }
    const otherPath = pathByType.get(name)
    if (otherPath && otherPath !== path)
      problems.push(`${path}:${firstLine}: ${otherPath} already exports a type ${name}`)
    pathByType.set(name, path)
  }
}

function listExportedFunctions(path: string, text: string, nodes: SyntaxNode[]): void {
  for (const [, target = ''] of text.matchAll(/^import \* as \w+ from '(\.[^']+)'/gm))
    namespaces.add(join(dirname(path), target))
  if (isTest(path)) return
  for (const { name, type, firstLine, isExported } of nodes) {
    if (name && isExported && functionTypes.has(type))
      exportedFunctions.push({ path, line: firstLine, name })
  }
}

/** Functions of a namespace, as in `import * as shopify`, are distinguished by its name. */
function checkFunctionNames(): void {
  const pathByFunction = new Map<string, string>()
  for (const { path, line, name } of exportedFunctions) {
    if (namespaces.has(path)) continue
    const otherPath = pathByFunction.get(name) ?? path
    if (otherPath !== path)
      problems.push(`${path}:${line}: ${otherPath} already exports a function ${name}`)
    pathByFunction.set(name, path)
  }
}

/** A reader takes a type for the exported one of its name. Tests may name what they use of it. */
function checkLocalTypeNames(): void {
  for (const { path, line, name } of localTypes) {
    const otherPath = pathByType.get(name)
    if (otherPath) problems.push(`${path}:${line}: ${otherPath} exports a type ${name}`)
  }
}

function checkCasts(path: string, nodes: SyntaxNode[]): void {
  for (const { type, firstLine } of nodes) {
    const cast = casts.get(type)
    if (cast) problems.push(`${path}:${firstLine}: a cast (${cast}) outside lib/`)
  }
}
