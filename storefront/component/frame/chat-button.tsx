import { chatMessagesPath, maxShopperMessageLength } from '#contract/storefront/storefront-chat.ts'
import { contactPageSlug } from '#contract/storefront/storefront-form.ts'
import { SpamTrap } from '../form-field.tsx'
import { Icon } from '../icon.tsx'
import { useFrame, useTexts } from './page-context.tsx'

/**
 * The button that opens the chat. Without the script it leads to the page for contact. The script of the chat, which
 * loads when a shopper opens it, copies the template.
 */
export function ChatButton() {
  const t = useTexts()
  const { chat, hasContactPage } = useFrame()
  if (!chat) return null
  return (
    <>
      <a
        className="button chat-button"
        href={hasContactPage ? `/pages/${contactPageSlug}` : '#content'}
        hidden={!hasContactPage}
      >
        <Icon name="chat" />
        {t('chat.button')}
      </a>
      <template id="chat-template">
        <ChatPanel />
      </template>
    </>
  )
}

function ChatPanel() {
  const t = useTexts()
  const { store, chat } = useFrame()
  return (
    <dialog
      className="chat"
      aria-labelledby="chat-title"
      data-you={t('chat.you')}
      data-store={store.name}
      data-failed={t('chat.failed')}
      data-email={t('chat.badEmail')}
      data-limit={t('chat.limit')}
    >
      <div className="chat-head">
        <h2 id="chat-title">{t('chat.title', { store: store.name })}</h2>
        <button type="button" className="chat-close" aria-label={t('chat.close')}>
          <Icon name="close" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the messages */}
      <div className="chat-log" role="log" tabIndex={0} aria-labelledby="chat-title">
        <p className="chat-message">{chat?.greeting || t('chat.greeting')}</p>
        {chat?.answerTime && <p className="chat-hours">{chat.answerTime}</p>}
      </div>
      <form method="post" action={chatMessagesPath}>
        <fieldset className="chat-person">
          <label htmlFor="chat-name">{t('chat.name')}</label>
          <input id="chat-name" name="name" autoComplete="name" maxLength={120} />
          <label htmlFor="chat-email">{t('chat.email')}</label>
          <input
            id="chat-email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
          />
        </fieldset>
        <SpamTrap idSuffix="-chat" />
        <p className="form-error" role="alert" hidden />
        <div className="chat-field">
          <textarea
            name="text"
            rows={2}
            aria-label={t('chat.message')}
            placeholder={t('chat.message')}
            maxLength={maxShopperMessageLength}
            required
          />
          <button type="submit">{t('chat.send')}</button>
        </div>
      </form>
    </dialog>
  )
}
