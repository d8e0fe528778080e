import { Alert, Anchor, Button } from '@mantine/core'
import { IconDownload, IconFileCode, IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import { isEuCountry } from '#contract/lib/country/eu-countries.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { startDownload } from '../lib/call/transfer.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { AddressLines } from '../ui/field/address-fields.tsx'
import { CardStack, EditColumns } from '../ui/form/edit-form.tsx'
import { KeyValues } from '../ui/page/key-values.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import { CreditInvoiceButton } from './credit-invoice-button.tsx'
import { DeleteDraftButton, IssueInvoiceButton, SendInvoiceButton } from './invoice-actions.tsx'
import { InvoiceBadge, isInvoiceOwed } from './invoice-badge.tsx'
import { InvoiceDocumentCard } from './invoice-document-card.tsx'

/** An invoice or credit note. A draft shows the order as it is now. */
export function InvoiceViewPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const invoice = useSuspenseQuery(queryOptionsFor(invoiceApi.get, { params: { id } })).data
  const { number, status, kind } = invoice
  return (
    <>
      <PageHeader
        title={number || t('invoice.draft')}
        back={{ to: recordListPaths.invoice, label: t('shell.menu.invoices') }}
        badges={<InvoiceBadge status={status} />}
        subtitle={kind === 'credit_note' ? t('invoice.creditNote') : undefined}
      >
        <PermissionGate permission="customer:read">
          <InvoiceDownloads invoice={invoice} />
        </PermissionGate>
        <PermissionGate permission="invoice:write">
          <InvoiceActions invoice={invoice} />
        </PermissionGate>
      </PageHeader>
      <EditColumns sidebar={<InvoiceSide invoice={invoice} />}>
        {number && invoice.isOrderChanged && (
          <Alert color="yellow">{t('invoice.orderChanged')}</Alert>
        )}
        {!number && <TaxNumberAlert invoice={invoice} />}
        <InvoiceDocumentCard invoice={invoice} />
      </EditColumns>
    </>
  )
}
InvoiceViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(invoiceApi.get, { params: { id } }))) satisfies Prefetch

/** The files of an invoice, which contain the email of the buyer. */
function InvoiceDownloads({ invoice: { _id: id, number, document } }: { invoice: Invoice }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
        onClick={() => startDownload(invoiceApi.getPdf, { params: { id } })}
      >
        {t('invoice.download')}
      </Button>
      {number && isEuCountry(document.seller.address.country ?? '') && (
        <Button
          variant="default"
          leftSection={<IconFileCode size={16} stroke={1.75} />}
          onClick={() => startDownload(invoiceApi.getXml, { params: { id } })}
        >
          {t('invoice.downloadXml')}
        </Button>
      )}
    </>
  )
}

/** German law requires one of the two numbers (§ 14 UStG). */
function TaxNumberAlert({ invoice: { document } }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const { address, taxNumber, vatId } = document.seller
  if (address.country !== 'DE' || taxNumber || vatId) return null
  return (
    <Alert color="yellow">
      {t('invoice.taxNumberMissing')}{' '}
      <Anchor component={Link} inherit to={`${recordListPaths.invoice}?edit=settings`}>
        {t('invoice.settings.title')}
      </Anchor>
    </Alert>
  )
}

function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  if (invoice.number)
    return (
      <>
        {invoice.kind === 'invoice' && invoice.creditedTotal < invoice.total && (
          <CreditInvoiceButton invoice={invoice} />
        )}
        <SendInvoiceButton invoice={invoice} />
      </>
    )
  return (
    <>
      <DeleteDraftButton invoice={invoice} />
      <Button
        component={Link}
        to={`/apps/invoice/edit/${invoice._id}`}
        variant="default"
        leftSection={<IconPencil size={16} stroke={1.75} />}
      >
        {t('invoice.edit')}
      </Button>
      <IssueInvoiceButton invoice={invoice} />
    </>
  )
}

function InvoiceSide({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const { document, order, issuedOn, dueOn, sentAt, downloadedAt, corrects, creditNotes } = invoice
  const { buyer, buyerReference } = document
  const isolatedNumber = <bdi>{order.number}</bdi>
  return (
    <CardStack>
      <SectionCard title={t('invoice.buyer')}>
        {buyer.company && <div dir="auto">{buyer.company}</div>}
        <AddressLines address={{ ...buyer.address, name: buyer.name }} />
        {buyer.vatId && <bdi>{buyer.vatId}</bdi>}
        {buyer.email && (
          <div>
            <bdi>{formatEmail(buyer.email)}</bdi>
          </div>
        )}
      </SectionCard>
      <SectionCard title={t('invoice.details')}>
        <KeyValues
          items={[
            {
              label: t('invoice.order'),
              value: (
                <PermissionGate permission="order:read" fallback={isolatedNumber}>
                  <RecordLink type="order" id={order._id}>
                    {isolatedNumber}
                  </RecordLink>
                </PermissionGate>
              ),
            },
            { label: t('invoice.issuedOn'), value: issuedOn && format.day(issuedOn) },
            ...(isInvoiceOwed(invoice)
              ? [{ label: t('invoice.due'), value: dueOn && format.day(dueOn) }]
              : []),
            ...(sentAt
              ? [{ label: t('invoice.status.Sent'), value: format.dateTime(sentAt) }]
              : []),
            ...(downloadedAt
              ? [{ label: t('invoice.status.Downloaded'), value: format.dateTime(downloadedAt) }]
              : []),
            ...(buyerReference
              ? [{ label: t('invoice.buyerReference'), value: <bdi>{buyerReference}</bdi> }]
              : []),
            ...(corrects
              ? [
                  {
                    label: t('invoice.corrects'),
                    value: (
                      <RecordLink type="invoice" id={corrects._id}>
                        <bdi>{corrects.number}</bdi>
                      </RecordLink>
                    ),
                  },
                ]
              : []),
            ...creditNotes.map(note => ({
              label: t('invoice.creditNote'),
              value: (
                <RecordLink type="invoice" id={note._id}>
                  <bdi>{note.number}</bdi>
                </RecordLink>
              ),
            })),
          ]}
        />
      </SectionCard>
    </CardStack>
  )
}

function RecordLink({
  type,
  id,
  children,
}: {
  type: 'invoice' | 'order'
  id: string
  children: ReactNode
}) {
  return (
    <Anchor component={Link} inherit to={getRecordPath(type, id)}>
      {children}
    </Anchor>
  )
}
