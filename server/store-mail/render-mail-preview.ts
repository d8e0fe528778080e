import type { MailContent } from '../lib/mail/mail-content.ts'
import { renderMailHtml } from '../lib/mail/render-mail.ts'
import type { MailStore } from './mail-store.ts'

/** Returns the HTML of an email for the back office, which displays only images from its own host. */
export const renderMailPreview = (mail: MailContent, { url }: Pick<MailStore, 'url'>): string =>
  renderMailHtml(mail).replaceAll(`src="${url}/media/`, 'src="/media/')
