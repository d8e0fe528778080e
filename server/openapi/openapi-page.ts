import type { PageAsset } from './openapi-asset.ts'

const getLinkTo = (assets: ReadonlyMap<string, PageAsset>, name: string) =>
  `/api/docs/${name}?v=${assets.get(name)?.version ?? ''}`

/** Returns the HTML of the API reference. Swagger UI renders the OpenAPI document into `main`. */
export const renderOpenapiPage = (
  assets: ReadonlyMap<string, PageAsset>,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Storewright API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${getLinkTo(assets, 'swagger-ui.css')}">
<link rel="stylesheet" href="${getLinkTo(assets, 'openapi-page.css')}">
<link rel="stylesheet" href="${getLinkTo(assets, 'openapi-operation.css')}">
<script src="${getLinkTo(assets, 'swagger-ui-bundle.js')}" defer></script>
<script src="${getLinkTo(assets, 'openapi-page.js')}" defer></script>
</head>
<body>
<noscript>The API reference needs JavaScript.
The same content is in <a href="/api/openapi.json">openapi.json</a>.</noscript>
<main id="swagger-ui"></main>
</body>
</html>
`
