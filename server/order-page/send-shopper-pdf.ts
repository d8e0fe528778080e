import type { FastifyReply } from 'fastify'

/** Sends a document of a shopper, which neither proxies nor search engines may store. */
export const sendShopperPdf = (
  reply: FastifyReply,
  { fileName, content }: { fileName: string; content: Buffer },
) =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    .send(content)
