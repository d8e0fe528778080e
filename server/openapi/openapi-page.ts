import type {
  JsonSchema,
  OpenapiDocument,
  OpenapiOperation,
  ParameterOrRef,
} from './openapi-document.ts'
import { buildExample } from './openapi-example.ts'
import { escapeHtml, renderSchema } from './openapi-schema-view.ts'

type ApiCall = { method: string; path: string; details: OpenapiOperation }

/** The description as one page that can be read without a script; its script only searches and copies. */
export function renderOpenapiPage(doc: OpenapiDocument): string {
  const operations = Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]): ApiCall => ({ method, path, details })),
  )
  const sections = doc.tags.map(({ name }) => ({
    name,
    operations: operations.filter(o => o.details.tags.includes(name)),
  }))
  const schemas = Object.entries(doc.components.schemas).toSorted(([a], [b]) => a.localeCompare(b))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Storewright API</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/openapi-page.css"><script src="/api/docs/openapi-page.js" defer></script>
</head>
<body>
<nav aria-label="Parts of the API">
  <strong>Storewright API <small>${escapeHtml(doc.info.version)}</small></strong>
  <input id="search" type="search" placeholder="Search calls  /" aria-label="Search calls">
  <ul>${sections.map(({ name, operations: sectionOperations }) => `<li><a href="#${name}">${name} <small>${sectionOperations.length}</small></a></li>`).join('')}<li><a href="#schemas">Shapes <small>${schemas.length}</small></a></li></ul>
  <a href="/api/openapi.json">openapi.json</a>
</nav>
<main>
<h1>API</h1>
${renderIntroduction(doc.info.description)}
<h2>Answers</h2>
<p>A success is <code>{ "status": true, "data": … }</code>, a refusal a <a href="#schema-Problem">Problem</a>. A person signs in with <a href="#account.login">business/login</a> and sends its <code>accessToken</code> as <code>Authorization: Bearer …</code>. Lists take <code>page</code>, <code>perPage</code>, <code>q</code>, <code>sort</code> and <code>after</code>, the cursor that <code>meta.next</code> gives.</p>
<p id="nothing" hidden>No call matches.</p>
${sections.map(({ name, operations: sectionOperations }) => `<section id="${name}"><h2>${name}</h2>${sectionOperations.map(operation => renderOperation(operation, doc)).join('')}</section>`).join('\n')}
<section id="schemas"><h2>Shapes</h2>${schemas.map(([name, schema]) => `<article class="schema" id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${renderSchema(schema)}</article>`).join('\n')}</section>
</main>
</body>
</html>`
}

const renderInlineText = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Parts are apart by an empty line: a heading, code to copy, or a paragraph. */
const renderIntroduction = (text: string) =>
  text
    .split('\n\n')
    .map(block => {
      if (block.startsWith('## ')) return `<h2>${escapeHtml(block.slice(3))}</h2>`
      if (block.startsWith('```'))
        return `<div class="curl"><button type="button">Copy</button><pre><code>${escapeHtml(block.split('\n').slice(1, -1).join('\n'))}</code></pre></div>`
      return `<p>${renderInlineText(block)}</p>`
    })
    .join('\n')

function renderOperation({ method, path, details }: ApiCall, doc: OpenapiDocument): string {
  const parameters = details.parameters.map(p => ('$ref' in p ? resolveParameter(p.$ref, doc) : p))
  const body = getFirstContent(details.requestBody)
  const responses = Object.entries(details.responses).filter(([status]) => status.startsWith('2'))
  const id = details.operationId
  return `<details class="call" id="${id}" data-find="${escapeHtml(`${method} ${path} ${id} ${details.summary}`.toLowerCase())}">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(details.summary)}</span></summary>
<p>${renderInlineText(details.description)}</p>
${parameters.length ? `<h4>Parameters</h4><table class="fields"><tbody>${parameters.map(renderParameterRow).join('')}</tbody></table>` : ''}
${body ? `<h4>Body</h4>${renderSchema(body.schema)}` : ''}
${responses.map(([status, response]) => `<h4>Answer ${status}</h4>${renderSchema(getFirstContent(response)?.schema ?? {})}`).join('')}
<h4>As curl</h4><div class="curl"><button type="button">Copy</button><pre><code>${escapeHtml(buildCurlCommand({ method, path, details }, doc))}</code></pre></div>
</details>`
}

const resolveParameter = (ref: string, { components }: OpenapiDocument) =>
  ref.endsWith('/store') ? components.parameters.store : components.parameters.idempotencyKey

const renderParameterRow = ({
  name,
  in: location,
  required,
  description = '',
  schema,
}: Exclude<ParameterOrRef, { $ref: string }>) =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</th><td><small>${location}</small> ${renderSchema(schema)} ${escapeHtml(description)}</td></tr>`

function getFirstContent(
  message: { content?: Record<string, { schema: JsonSchema }> } | undefined,
): { type: string; schema: JsonSchema } | undefined {
  const [firstEntry] = Object.entries(message?.content ?? {})
  return firstEntry && { type: firstEntry[0], schema: firstEntry[1].schema }
}

function buildCurlCommand({ method, path, details }: ApiCall, doc: OpenapiDocument): string {
  const body = getFirstContent(details.requestBody)
  const bodyArguments =
    body?.type === 'multipart/form-data'
      ? "-F 'file=@picture.jpg'"
      : body &&
        `-H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(buildExample(body.schema, doc.components.schemas)).replaceAll("'", "'\\''")}'`
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$STOREWRIGHT${path}"`,
    ...(details.security.length ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(bodyArguments ? [bodyArguments] : []),
  ].join(' \\\n  ')
}
