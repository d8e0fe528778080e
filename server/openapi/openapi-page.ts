import type { OpenapiDocument, Operation, Parameter, Schema } from './openapi-document.ts'
import { exampleOf } from './openapi-example.ts'
import { escapeHtml, schemaView } from './openapi-schema-view.ts'

type Call = { method: string; path: string; details: Operation }

/** The description as one page that can be read without a script; its script only searches and copies. */
export function openapiPage(doc: OpenapiDocument): string {
  const operations = Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]): Call => ({ method, path, details })),
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
  <ul>${sections.map(({ name, operations: of }) => `<li><a href="#${name}">${name} <small>${of.length}</small></a></li>`).join('')}<li><a href="#schemas">Shapes <small>${schemas.length}</small></a></li></ul>
  <a href="/api/openapi.json">openapi.json</a>
</nav>
<main>
<h1>API</h1>
${proseView(doc.info.description)}
<h2>Answers</h2>
<p>A success is <code>{ "status": true, "data": … }</code>, a refusal a <a href="#schema-Problem">Problem</a>. A person signs in with <a href="#account.login">business/login</a> and sends its <code>accessToken</code> as <code>Authorization: Bearer …</code>. Lists take <code>page</code>, <code>perPage</code>, <code>q</code>, <code>sort</code> and <code>after</code>, the cursor that <code>meta.next</code> gives.</p>
<p id="nothing" hidden>No call matches.</p>
${sections.map(({ name, operations: of }) => `<section id="${name}"><h2>${name}</h2>${of.map(o => operationView(o, doc)).join('')}</section>`).join('\n')}
<section id="schemas"><h2>Shapes</h2>${schemas.map(([name, schema]) => `<article class="schema" id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${schemaView(schema)}</article>`).join('\n')}</section>
</main>
</body>
</html>`
}

const textView = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Parts are apart by an empty line: a heading, code to copy, or a paragraph. */
const proseView = (text: string) =>
  text
    .split('\n\n')
    .map(part => {
      if (part.startsWith('## ')) return `<h2>${escapeHtml(part.slice(3))}</h2>`
      if (part.startsWith('```'))
        return `<div class="curl"><button type="button">Copy</button><pre><code>${escapeHtml(part.split('\n').slice(1, -1).join('\n'))}</code></pre></div>`
      return `<p>${textView(part)}</p>`
    })
    .join('\n')

function operationView({ method, path, details }: Call, doc: OpenapiDocument): string {
  const parameters = details.parameters.map(p => ('$ref' in p ? known(p.$ref, doc) : p))
  const body = contentOf(details.requestBody)
  const responses = Object.entries(details.responses).filter(([status]) => status.startsWith('2'))
  const id = details.operationId
  return `<details class="call" id="${id}" data-find="${escapeHtml(`${method} ${path} ${id} ${details.summary}`.toLowerCase())}">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(details.summary)}</span></summary>
<p>${textView(details.description)}</p>
${parameters.length ? `<h4>Parameters</h4><table class="fields"><tbody>${parameters.map(parameterRow).join('')}</tbody></table>` : ''}
${body ? `<h4>Body</h4>${schemaView(body.schema)}` : ''}
${responses.map(([status, response]) => `<h4>Answer ${status}</h4>${schemaView(contentOf(response)?.schema ?? {})}`).join('')}
<h4>As curl</h4><div class="curl"><button type="button">Copy</button><pre><code>${escapeHtml(curlOf({ method, path, details }, doc))}</code></pre></div>
</details>`
}

const known = (ref: string, { components }: OpenapiDocument) =>
  ref.endsWith('/store') ? components.parameters.store : components.parameters.idempotencyKey

const parameterRow = ({
  name,
  in: where,
  required,
  description = '',
  schema,
}: Exclude<Parameter, { $ref: string }>) =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</th><td><small>${where}</small> ${schemaView(schema)} ${escapeHtml(description)}</td></tr>`

function contentOf(
  holder: { content?: Record<string, { schema: Schema }> } | undefined,
): { type: string; schema: Schema } | undefined {
  const [first] = Object.entries(holder?.content ?? {})
  return first && { type: first[0], schema: first[1].schema }
}

function curlOf({ method, path, details }: Call, doc: OpenapiDocument): string {
  const body = contentOf(details.requestBody)
  const sent =
    body?.type === 'multipart/form-data'
      ? "-F 'file=@picture.jpg'"
      : body &&
        `-H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(exampleOf(body.schema, doc.components.schemas)).replaceAll("'", "'\\''")}'`
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$STOREWRIGHT${path}"`,
    ...(details.security.length ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(sent ? [sent] : []),
  ].join(' \\\n  ')
}
