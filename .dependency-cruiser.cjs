// The boundaries of ARCHITECTURE.md, for the features there are and those to come. Run by scripts/check-boundaries.ts.
const tests = '(\\.test\\.tsx?|/test-[^/]+\\.tsx?|/testing\\.tsx?|/(testing|conformance)/[^/]+)$'
/** Folders that several features of one side share. They may know a contract, never a feature. */
const shared = 'rule|list|media|preview|store|order-status'
/** What lib and ui may read of the contract besides contract/lib: who is signed in, and to which store. */
const sessionContract = 'account|business'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { path: '^(server|web|storefront)/' },
    },
    {
      name: 'sides-meet-in-the-contract',
      comment:
        'The server draws the storefront, so it may reach it from its two maps and from its own storefront folder.',
      severity: 'error',
      from: {
        path: '^(server|web|storefront)/',
        pathNot: [tests, '^server/(app|start)\\.ts$', '^server/storefront/'],
      },
      to: { path: '^(server|web|storefront)/', pathNot: '^$1/' },
    },
    {
      name: 'features-do-not-know-each-other',
      comment:
        'lib, ui and the shared folders are named here too, and so know no feature. The shell and the seed see all of them.',
      severity: 'error',
      from: {
        path: '^(server|web|storefront)/([^/]+)/',
        pathNot: [tests, '^web/shell/', '^server/(db|seed)/'],
      },
      to: { path: '^$1/[^/]+/', pathNot: `^$1/($2|lib|ui|public|locales|${shared})/` },
    },
    {
      name: 'libraries-know-no-shared-folder',
      severity: 'error',
      from: { path: '^(server|web|storefront)/(lib|ui)/', pathNot: tests },
      to: { path: `^(server|web|storefront)/(${shared})/` },
    },
    {
      name: 'libraries-know-no-feature-contract',
      severity: 'error',
      from: { path: '^(server|web|storefront)/(lib|ui)/', pathNot: tests },
      to: { path: '^contract/', pathNot: `^contract/(lib/|(${sessionContract})\\.ts$)` },
    },
    {
      name: 'nobody-imports-the-maps',
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
      name: 'pages-need-no-server-packages',
      severity: 'error',
      from: { path: '^(web|contract)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    // Without it no .ts file is seen at all: TypeScript 7 has no parser that dependency-cruiser could load.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
