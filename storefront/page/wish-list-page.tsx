import { type StorefrontFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCard, StorefrontContent } from '#contract/storefront/storefront-page.ts'
import type {
  StorefrontWish,
  StorefrontWishList,
} from '#contract/storefront/storefront-wish-list.ts'
import { EmptyMessage } from '../component/empty-message.tsx'
import { EmailInput, FormErrorText, LabeledInput, SpamTrap } from '../component/form-field.tsx'
import { useTexts } from '../component/frame/page-context.tsx'
import { LinkField } from '../component/link-field.tsx'
import { WishCard } from '../component/wish-list/wish-card.tsx'

type Props = Extract<StorefrontContent, { kind: 'wishList' }>

const { path } = storefrontForms.wishList

/** A wish list, as its shopper sees it or by a link that was shared. */
export function WishListPage({ list, wishes, form }: Props) {
  const t = useTexts()
  const isOwn = list.view === 'own'
  const title = list.shareName && !isOwn && t('wishList.sharedTitle', { name: list.shareName })
  if (list.view === 'ended')
    return (
      <div className="section wish-page">
        <h1>{t('wishList.title')}</h1>
        <EmptyMessage icon="heart" text={t('wishList.ended')} />
      </div>
    )
  return (
    <div className="section wish-page">
      <h1>{title || t('wishList.title')}</h1>
      <WishError form={form} />
      <WishGrid wishes={wishes} list={list} />
      {!isOwn && (
        <p>
          <a className="button" href="/products">
            {t('continueShopping')}
          </a>
        </p>
      )}
      {isOwn && wishes.length === 0 && <EmptyMessage icon="heart" text={t('wishList.empty')} />}
      {isOwn && wishes.length > 0 && (
        <div className="wish-tools">
          {list.email === '' && <KeepForm list={list} form={form} />}
          <ShareForm list={list} form={form} />
        </div>
      )}
    </div>
  )
}

type WishGridProps = {
  wishes: (StorefrontWish & { card: StorefrontCard })[]
  list: StorefrontWishList
}

const WishGrid = ({ wishes, list }: WishGridProps) => (
  <ul className="grid">
    {wishes.map((wish, index) => (
      <li key={wish.card._id} id={`wish-${wish.card._id}`}>
        <WishCard wish={wish} list={list} isFirst={index < 2} />
      </li>
    ))}
  </ul>
)

/** An error that no field of the page shows. */
function WishError({ form: { error, errors, values } }: { form: StorefrontFormState }) {
  const t = useTexts()
  const hasField = values['intent'] === 'sendLink' || values['intent'] === 'share'
  if (error?.code === 'too_many_entries')
    return <ErrorText text={t('wishList.full', { count: error.count ?? 0 })} />
  if (error?.code === 'not_sold') return <ErrorText text={t('cartErrors.notSold')} />
  if (error && !hasField) return <FormErrorText state={{ error, errors, values }} />
  const isUnreadable = Object.keys(errors).length > 0 && !hasField
  return isUnreadable ? <ErrorText text={t('invalidRequestTitle')} /> : null
}

const ErrorText = ({ text }: { text: string }) => (
  <p className="form-error" role="alert">
    {text}
  </p>
)

type FormProps = { list: StorefrontWishList; form: StorefrontFormState }

const selectState = (form: StorefrontFormState, intent: string): StorefrontFormState =>
  form.values['intent'] === intent ? form : { values: {}, errors: {} }

/** Without an account, a link by email keeps the list. */
function KeepForm({ list, form }: FormProps) {
  const t = useTexts()
  const state = selectState(form, 'sendLink')
  return (
    <section id="keep">
      <h2>{t('wishList.keepTitle')}</h2>
      {list.isSent ? (
        <p role="status">{t('wishList.sent')}</p>
      ) : (
        <form
          method="post"
          action={path}
          toolname="keepWishList"
          tooldescription={t('tool.keepWishList')}
        >
          <FormErrorText state={state} />
          <p>{t('wishList.keepText')}</p>
          <EmailInput state={state} idSuffix="-keep" />
          <SpamTrap idSuffix="-keep" />
          <button className="button" type="submit" name="intent" value="sendLink">
            {t('wishList.keep')}
          </button>
        </form>
      )}
    </section>
  )
}

function ShareForm({ list, form }: FormProps) {
  const t = useTexts()
  return (
    <section id="share">
      <h2>{t('wishList.shareTitle')}</h2>
      <p>{t('wishList.shareText')}</p>
      <form method="post" action={path}>
        {list.shareUrl === null ? (
          <>
            <LabeledInput
              state={selectState(form, 'share')}
              name="name"
              label={t('wishList.shareName')}
              isOptional
              maxLength={60}
            />
            <button className="button" type="submit" name="intent" value="share">
              {t('wishList.share')}
            </button>
          </>
        ) : (
          <>
            <LinkField id="field-share" label={t('wishList.shareLink')} url={list.shareUrl} />
            <button className="text-button" type="submit" name="intent" value="stopShare">
              {t('wishList.stopShare')}
            </button>
          </>
        )}
      </form>
    </section>
  )
}
