import { Button, Group, Select } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { type PaperFormat, paperFormats } from '#contract/lib/paper.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import {
  type OrderPaperKind,
  type OrderPaperSettings,
  orderPaperApi,
  orderPaperKinds,
} from '#contract/order/order-paper.ts'
import { findPackingObstacle, listSlipParcels } from '#contract/packing/packing-obstacle.ts'
import { OrderPaperSheet } from '../../component/order-paper-sheet.tsx'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { startDownload } from '../../lib/call/transfer.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { toOptions } from '../../lib/to-options.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'

/** A document of an order, which is printed without the shell. */
export function OrderPaperPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const order = useSuspenseQuery(queryOptionsFor(orderApi.get, { params: { id } })).data
  const { kind, parcel } = usePaperParams(order)
  const query = { paper: kind, ...(parcel && { parcel }) }
  const paper = useSuspenseQuery(
    queryOptionsFor(orderPaperApi.getPaper, { params: { id }, query }),
  ).data
  const { format, setFormat } = usePaperFormat(kind)
  return (
    <>
      <PageHeader
        title={t(`order.paper.${kind}`)}
        subtitle={<bdi>{order.number}</bdi>}
        back={{ to: getRecordPath('order', id), label: order.number }}
      >
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() =>
            startDownload(orderPaperApi.getPaperPdf, {
              params: { id },
              query: { ...query, format },
            })
          }
        >
          {t('order.paper.download')}
        </Button>
        <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => print()}>
          {t('order.paper.print')}
        </Button>
      </PageHeader>
      <Group mb="lg">
        <Select
          label={t('order.paper.format')}
          data={toOptions(paperFormats, value => t(`order.paper.formats.${value}`))}
          value={format}
          onChange={value => setFormat(paperFormats.find(choice => choice === value) ?? format)}
          allowDeselect={false}
        />
        {kind !== 'receipt' && <ParcelSelect order={order} kind={kind} parcel={parcel} />}
      </Group>
      <OrderPaperSheet paper={paper} format={format} />
    </>
  )
}

/** The document and the parcel in the URL. The packing slip of a packed order is that of its last parcel. */
function usePaperParams(order: Order) {
  const [params] = useSearchParams()
  const paper = params.get('paper')
  const kind: OrderPaperKind = orderPaperKinds.find(value => value === paper) ?? 'packingSlip'
  const lastParcel = hasWholeOrder(order, kind) ? undefined : listSlipParcels(order).at(-1)?._id
  return { kind, parcel: params.get('parcel') ?? lastParcel }
}

const hasWholeOrder = (order: Order, kind: OrderPaperKind) =>
  kind !== 'packingSlip' || !findPackingObstacle(order)

/** The paper format of the store for a document. Users who can change orders change it for the store. */
function usePaperFormat(kind: OrderPaperKind) {
  const settings = useSuspenseQuery(queryOptionsFor(orderPaperApi.getPaperSettings, {})).data
  const update = useRouteMutation(orderPaperApi.updatePaperSettings, { hasErrorToast: true })
  const canWrite = usePermission('order:write')
  const [choices, setChoices] = useState<Partial<OrderPaperSettings>>({})
  return {
    format: choices[kind] ?? settings[kind],
    setFormat(format: PaperFormat) {
      setChoices({ ...choices, [kind]: format })
      if (canWrite) update.mutate({ body: { [kind]: format } })
    },
  }
}

type ParcelSelectProps = { order: Order; kind: OrderPaperKind; parcel: string | undefined }

function ParcelSelect({ order, kind, parcel }: ParcelSelectProps) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const parcels = order.fulfillments.filter(({ status }) => status !== 'cancelled')
  if (parcels.length === 0) return null
  function choose(value: string | null) {
    const next = new URLSearchParams(params)
    if (value) next.set('parcel', value)
    else next.delete('parcel')
    setParams(next, { replace: true })
  }
  return (
    <Select
      label={t('order.paper.parcel')}
      data={[
        ...(hasWholeOrder(order, kind) ? [{ value: '', label: t('order.paper.wholeOrder') }] : []),
        ...parcels.map(({ _id, number }) => ({ value: _id, label: number })),
      ]}
      value={parcel ?? ''}
      onChange={choose}
      allowDeselect={false}
    />
  )
}
