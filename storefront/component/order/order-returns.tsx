import type { ReturnKind, ReturnState } from '#contract/order/return-state.ts'
import type { StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'
import { AddressText } from './order-address.tsx'
import { OrderUnits } from './order-units.tsx'

type Props = { order: StorefrontOrder; path: string; form: StorefrontFormState }

/** The returns and claims of an order with the messages of the store. */
export function OrderReturns({ order, path, form }: Props) {
  const { returns, lines, seller, sendsEmails } = order
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  const t = useTexts()
  const language = useContentLanguage()
  const { locale } = useFrame().store
  if (returns.length === 0) return null
  return (
    <section>
      <h2>{t('orderReturn.returns')}</h2>
      {form.values['intent'] === 'cancelReturn' && (
        <p className="form-error" role="alert">
          {t('orderReturn.alreadyAnswered')}
        </p>
      )}
      {returns.map(({ _id, kind, status, createdAt, answer, photos, newOrders, ...each }) => (
        <div key={_id}>
          <p>
            <strong>
              <ReturnStateText kind={kind} status={status} />
            </strong>
            {' · '}
            {new Date(createdAt).toLocaleDateString(locale, format)}
          </p>
          <ul {...language}>
            {each.lines.map(unit => (
              <li key={unit.line}>
                <OrderUnits lines={lines} unit={unit} />
                {unit.receivedQuantity > 0 &&
                  ` (${t('orderReturn.received', { received: unit.receivedQuantity, count: unit.quantity })})`}
              </li>
            ))}
          </ul>
          <ReturnPhotos photos={photos} path={path} />
          {answer && (
            <p className="order-instructions" {...language}>
              {answer}
            </p>
          )}
          <NextStep kind={kind} status={status} sendsEmails={sendsEmails} />
          {status === 'requested' && <CancelRequest id={_id} path={path} />}
          {newOrders.map(number => (
            <p key={number}>{t(`${texts[kind]}.newOrder`, { number })}</p>
          ))}
          {kind === 'return' && status === 'accepted' && (
            <SendBackDetails orderReturn={each} seller={seller} path={path} />
          )}
        </div>
      ))}
    </section>
  )
}

const texts = { return: 'orderReturn', claim: 'orderClaim' } as const

function CancelRequest({ id, path }: { id: string; path: string }) {
  const t = useTexts()
  return (
    <form method="post" action={path}>
      <input type="hidden" name="return" value={id} />
      <button className="text-button" type="submit" name="intent" value="cancelReturn">
        {t('orderReturn.cancelRequest')}
      </button>
    </form>
  )
}

/** Until when the shopper sends the items back, and with which label or to which address. */
function SendBackDetails({
  orderReturn: { label, sendBackBy, isLate },
  seller,
  path,
}: {
  orderReturn: Pick<StorefrontOrder['returns'][number], 'label' | 'sendBackBy' | 'isLate'>
  seller: StorefrontOrder['seller']
  path: string
}) {
  const t = useTexts()
  const { locale } = useFrame().store
  const language = useContentLanguage()
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  const date = sendBackBy && new Date(sendBackBy).toLocaleDateString(locale, format)
  const hasAddress = seller.returnAddress || seller.address.line1
  return (
    <>
      {date && <p>{t(isLate ? 'orderReturn.sendByPassed' : 'orderReturn.sendBy', { date })}</p>}
      {label && (
        <p>
          <a href={`${path}/labels/${label._id}`} download>
            {t('orderReturn.downloadLabel')}
          </a>{' '}
          (<bdi>{label.fileName}</bdi>)
        </p>
      )}
      {!label && hasAddress && <p>{t('orderReturn.sendTo')}</p>}
      {!label && seller.returnAddress && (
        <p className="order-instructions" {...language}>
          {seller.returnAddress}
        </p>
      )}
      {!label && !seller.returnAddress && seller.address.line1 && (
        <AddressText address={{ ...seller.address, name: seller.name }} />
      )}
    </>
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

const statesWithNextStep = ['accepted', 'in_transit', 'received'] as const

/** The next step of the store or of the shopper. */
function NextStep({
  kind,
  status,
  sendsEmails,
}: {
  kind: ReturnKind
  status: ReturnState
  sendsEmails: boolean
}) {
  const t = useTexts()
  if (status === 'requested')
    return (
      <p>
        {t(kind === 'claim' ? 'orderClaim.next.requested' : 'orderReturn.next.requested')}{' '}
        {t(sendsEmails ? 'orderReturn.replyByEmail' : 'orderReturn.replyHere')}
      </p>
    )
  if (kind === 'claim') return status === 'accepted' ? <p>{t('orderClaim.next.accepted')}</p> : null
  const state = statesWithNextStep.find(each => each === status)
  return state ? <p>{t(`orderReturn.next.${state}`)}</p> : null
}
