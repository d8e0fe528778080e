const darkMode = matchMedia('(prefers-color-scheme: dark)')
const applyColorScheme = () =>
  document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', applyColorScheme)
applyColorScheme()

/** Searches method, path, summary and operation id. Swagger UI alone would search the names of tags only. */
function filterOperations(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = operation => {
    const text = [
      operation.get('method'),
      operation.get('path'),
      operation.getIn(['operation', 'summary']),
      operation.getIn(['operation', 'operationId']),
    ]
    return words.every(word => text.join(' ').toLowerCase().includes(word))
  }
  return taggedOperations
    .map(tag => tag.update('operations', operations => operations.filter(isMatch)))
    .filter(tag => tag.get('operations').size > 0)
}

function SearchInput({ getSystem, layoutSelectors, layoutActions }) {
  const filter = layoutSelectors.currentFilter()
  return getSystem().React.createElement('input', {
    className: 'operation-search',
    type: 'search',
    placeholder: 'Search operations',
    'aria-label': 'Search operations',
    // Swagger UI stores `true` until the first input.
    value: typeof filter === 'string' ? filter : '',
    onChange: event => layoutActions.updateFilter(event.target.value),
  })
}

const findByPointer = (document, pointer) =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key], document)

/** Replaces each reference by a copy of its schema, except inside the schema itself. */
function resolveReferences(value, document, openPointers = []) {
  if (Array.isArray(value))
    return value.map(item => resolveReferences(item, document, openPointers))
  if (typeof value !== 'object' || value === null) return value
  const pointer = value.$ref
  if (typeof pointer === 'string')
    return openPointers.includes(pointer)
      ? value
      : {
          // Swagger UI reads the name of the schema from `$$ref`.
          $$ref: pointer,
          ...resolveReferences(findByPointer(document, pointer), document, [
            ...openPointers,
            pointer,
          ]),
        }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      resolveReferences(item, document, openPointers),
    ]),
  )
}

/**
 * Resolves one operation. The resolver of Swagger UI takes many seconds at the start and for each
 * opened operation, because it converts the whole document.
 */
const resolverPlugin = {
  fn: {
    resolveSubtree: async (document, path) => ({
      spec: resolveReferences(
        path.reduce((value, key) => value?.[key], document),
        document,
      ),
      errors: [],
    }),
  },
}

const searchPlugin = {
  fn: { opsFilter: filterOperations },
  components: { FilterContainer: SearchInput },
}

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [() => searchPlugin, () => resolverPlugin],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  validatorUrl: null,
})
