// The boundaries described in ARCHITECTURE.md. Run by scripts/check-boundaries.ts.
const tests = '(\\.test\\.tsx?|/test-[^/]+\\.tsx?|/testing\\.tsx?|/(testing|conformance)/[^/]+)$'
/** Folders that several features of one side share. They may import a contract but no feature. */
const shared =
  'rule|part|list|media|rich-text|preview|reauthentication|store|order-status|payment-provider'
/** The libraries that use the user and the store of the session. */
const sessionLibraries = '^web/lib/(session|preference)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-no-side',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { path: '^(server|web|storefront)/' },
    },
    {
      name: 'sides-share-only-the-contract',
      comment: 'The server renders the storefront and reads the definitions of its themes.',
      severity: 'error',
      from: {
        path: '^(server|web|storefront)/',
        pathNot: [
          tests,
          '^server/(app|start)\\.ts$',
          '^server/storefront/',
          '^server/rule/theme-catalog\\.ts$',
        ],
      },
      to: { path: '^(server|web|storefront)/', pathNot: '^$1/' },
    },
    {
      name: 'features-are-independent',
      comment:
        'Also covers lib, ui and shared folders. Shell, seed, checkout, payment and shopper combine features.',
      severity: 'error',
      from: {
        path: '^(server|web|storefront)/([^/]+)/',
        pathNot: [tests, '^web/shell/', '^server/(db|seed|sale|order-page|order-mail|checkout|payment|shopper)/'],
      },
      to: { path: '^$1/[^/]+/', pathNot: `^$1/($2|lib|ui|public|locales|${shared})/` },
    },
    {
      name: 'libraries-import-no-shared-folder',
      severity: 'error',
      from: { path: '^(server|web|storefront)/(lib|ui)/', pathNot: tests },
      to: { path: `^(server|web|storefront)/(${shared})/` },
    },
    {
      name: 'libraries-import-no-feature-contract',
      severity: 'error',
      from: { path: '^(server|web|storefront)/(lib|ui)/', pathNot: [tests, sessionLibraries] },
      to: { path: '^contract/', pathNot: '^contract/lib/' },
    },
    {
      name: 'session-imports-only-the-contracts-of-user-and-store',
      severity: 'error',
      from: { path: sessionLibraries, pathNot: tests },
      to: { path: '^contract/', pathNot: '^contract/(lib/|(account|business)\\.ts$)' },
    },
    {
      name: 'only-entries-import-the-route-lists',
      severity: 'error',
      from: {
        path: '^(server|web)/',
        pathNot: [
          tests,
          '^server/start\\.ts$',
          '^web/(start|app|router)\\.tsx$',
          '^web/shell/',
          '^server/(db|seed)/',
        ],
      },
      to: { path: '^(server/(app|start)\\.ts|web/(routes|router|start)\\.tsx)$' },
    },
    {
      name: 'pages-import-no-node-modules',
      severity: 'error',
      from: { path: '^(web|contract)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    // dependency-cruiser cannot load the parser of TypeScript 7 and would skip every .ts file
    // without swc.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
