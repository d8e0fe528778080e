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

const searchPlugin = {
  fn: { opsFilter: filterOperations },
  components: { FilterContainer: SearchInput },
}

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [() => searchPlugin],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  validatorUrl: null,
})
