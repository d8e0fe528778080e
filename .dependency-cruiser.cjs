// The boundaries described in ARCHITECTURE.md. Run by scripts/check/check-boundaries.ts.
const tests = '(\\.test\\.tsx?$|^(server|web)/testing/)'
/** Folders that several features of one side share. They may import a contract but no feature. */
const shared = [
  '^server/(address|store-mail|media|payment-provider)/',
  '^server/[^/]+/rule/',
  '^web/(list|media|order-status|component|desk|preview|reauthentication|rich-text|store)/',
  '^storefront/(component|preview)/',
]
/** The rooms of the server below the features for shoppers. A sale is above the other two. */
const sellingRooms = '^server/(order|storefront|sale)/'
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
          '^server/theme/rule/theme-catalog\\.ts$',
        ],
      },
      to: { path: '^(server|web|storefront)/', pathNot: '^$1/' },
    },
    {
      name: 'features-are-independent',
      comment: 'Also covers lib, ui and shared folders. Shell and seed combine features.',
      severity: 'error',
      from: {
        path: '^(server|web|storefront)/([^/]+)/',
        pathNot: [tests, '^web/shell/', '^server/seed/'],
      },
      to: {
        path: '^$1/[^/]+/',
        pathNot: ['^$1/($2|lib|ui|public|locales)/', ...shared, sellingRooms],
      },
    },
    {
      name: 'rules-import-no-feature',
      comment: 'The folder `rule` of a feature holds what other features need of its subject.',
      severity: 'error',
      from: { path: '^server/[^/]+/rule/', pathNot: tests },
      to: { path: '^server/[^/]+/', pathNot: ['^server/(lib|locales)/', ...shared] },
    },
    {
      name: 'orders-and-storefronts-know-no-sale',
      comment: 'A sale combines both. Each of them is complete without the other.',
      severity: 'error',
      from: { path: '^server/(order|storefront)/', pathNot: tests },
      to: { path: sellingRooms, pathNot: '^server/$1/' },
    },
    {
      name: 'only-features-for-shoppers-sell',
      comment:
        'The back office imports no rules of orders, pages or sales, except to import orders and to email.',
      severity: 'error',
      from: {
        path: '^server/[^/]+/',
        pathNot: [
          tests,
          sellingRooms,
          '^server/(agent|checkout|payment|order-page|order-mail|shopper|seed)/',
          '^server/(import/order|campaign/automation)/',
        ],
      },
      to: { path: sellingRooms },
    },
    {
      name: 'libraries-import-no-shared-folder',
      severity: 'error',
      from: { path: '^(server|web|storefront)/(lib|ui)/', pathNot: tests },
      to: { path: shared },
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
      to: { path: '^contract/', pathNot: '^contract/(lib/|locales/|account/|store/store\\.ts$)' },
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
    exclude: { path: '\\.(css|svg)$' },
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
