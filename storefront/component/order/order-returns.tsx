import type { ReturnKind, ReturnState } from '#contract/order/return-state.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'
import { AddressText } from './order-address.tsx'

type Props = { order: StorefrontOrder; path: string }

/** The returns and claims of an order with the messages of the store. */
export function OrderReturns({ order: { returns, lines, seller }, path }: Props) {
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  const t = useTexts()
  const language = useContentLanguage()
  const { locale } = useFrame().store
  if (returns.length === 0) return null
  const getTitle = (id: string) => lines.find(({ _id }) => _id === id)?.title ?? ''
  return (
    <section>
      <h2>{t('orderReturn.returns')}</h2>
      {returns.map(({ _id, kind, status, createdAt, answer, photos, newOrder, ...each }) => (
        <div key={_id}>
          <p>
            <strong>
              <ReturnStateText kind={kind} status={status} />
            </strong>
            {' · '}
            {new Date(createdAt).toLocaleDateString(locale, format)}
          </p>
          <ul {...language}>
            {each.lines.map(({ line, quantity, receivedQuantity }) => (
              <li key={line}>
                {quantity} × {getTitle(line)}
                {receivedQuantity > 0 &&
                  ` (${t('orderReturn.received', { received: receivedQuantity, count: quantity })})`}
              </li>
            ))}
          </ul>
          <ReturnPhotos photos={photos} path={path} />
          {answer && (
            <p className="order-instructions" {...language}>
              {answer}
            </p>
          )}
          <NextStep kind={kind} status={status} />
          {kind === 'claim' && newOrder && (
            <p>{t('orderClaim.replacement', { number: newOrder })}</p>
          )}
          {kind === 'return' && status === 'accepted' && !answer && seller.address.line1 && (
            <>
              <p>{t('orderReturn.sendTo')}</p>
              <AddressText address={{ ...seller.address, name: seller.name }} />
            </>
          )}
        </div>
      ))}
    </section>
  )
}

function ReturnPhotos({ photos, path }: { photos: string[]; path: string }) {
  const t = useTexts()
  if (photos.length === 0) return null
  return (
    <ul className="order-photos">
      {photos.map((id, index) => (
        <li key={id}>
          <a href={`${path}/photos/${id}`}>
            <img
              src={`${path}/photos/${id}`}
              alt={t('orderReturn.photo', { position: index + 1 })}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

const claimStates = ['requested', 'accepted', 'declined', 'settled', 'canceled'] as const

function ReturnStateText({ kind, status }: { kind: ReturnKind; status: ReturnState }) {
  const t = useTexts()
  const claimState = kind === 'claim' && claimStates.find(each => each === status)
  return claimState ? t(`orderClaim.states.${claimState}`) : t(`orderReturn.states.${status}`)
}

const statesWithNextStep = ['requested', 'accepted', 'in_transit', 'received'] as const

/** What happens now, or what the shopper does. */
function NextStep({ kind, status }: { kind: ReturnKind; status: ReturnState }) {
  const t = useTexts()
  if (kind === 'claim')
    return status === 'requested' || status === 'accepted' ? (
      <p>{t(`orderClaim.next.${status}`)}</p>
    ) : null
  const state = statesWithNextStep.find(each => each === status)
  return state ? <p>{t(`orderReturn.next.${state}`)}</p> : null
}
