import type { TestApp } from '../../server/testing/testing.ts'

/** Uploads a CSV file as a browser does, since jsdom cannot send one. Returns the id of the import. */
export async function uploadTestFile(
  app: TestApp,
  csv: string | Buffer,
  kind = 'products',
): Promise<string> {
  const boundary = 'a-boundary'
  const createPart = (name: string, attributes: string, value: string | Buffer) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]
  const fileAttributes = '; filename="spring.csv"\r\nContent-Type: text/csv'
  const payload = Buffer.concat([
    ...createPart('kind', '', kind),
    ...createPart('file', fileAttributes, csv),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const { token, storeId } = app.people.owner
  const reply = await app.app.inject({
    method: 'POST',
    url: '/api/import/create',
    payload,
    headers: {
      authorization: `Bearer ${token}`,
      'x-business-id': storeId,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  await app.runJobs()
  return reply.json().data._id
}
