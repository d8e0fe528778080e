import { Button, FileButton, Progress, SegmentedControl } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { importApi, maxImportBytes } from '#contract/import/import.ts'
import { ImportKind } from '#contract/import/import-state.ts'
import { download } from '../lib/call/transfer.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toast } from '../lib/page/toast.ts'
import { toOptions } from '../lib/to-options.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import.module.css'
import { useImportUpload } from './use-import-upload.ts'

const maxMegabytes = maxImportBytes / 1024 / 1024

/** The texts of each kind. Orders of WooCommerce and parcels of other systems cannot be imported. */
const zoneTexts = {
  products: {
    title: 'import.drop.title',
    shopify: 'import.drop.shopifyProducts',
    woocommerce: 'import.drop.woocommerceProducts',
    spreadsheet: 'import.drop.spreadsheetProducts',
  },
  orders: {
    title: 'import.drop.titleOrders',
    shopify: 'import.drop.shopifyOrders',
    woocommerce: undefined,
    spreadsheet: 'import.drop.spreadsheetOrders',
  },
  customers: {
    title: 'import.drop.titleCustomers',
    shopify: 'import.drop.shopifyCustomers',
    woocommerce: 'import.drop.woocommerceCustomers',
    spreadsheet: 'import.drop.spreadsheetCustomers',
  },
  parcels: {
    title: 'import.drop.titleParcels',
    shopify: undefined,
    woocommerce: undefined,
    spreadsheet: 'import.drop.spreadsheetParcels',
  },
} as const

/**
 * The upload of a file, with the supported formats. The kind is in the URL, so that a list can link
 * to its own kind.
 */
export function ImportDropZone() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const kind = ImportKind.catch('products').parse(params.get('kind'))
  const { sendFile, progress, errorMessage } = useImportUpload(kind, maxMegabytes)
  const [isDragOver, setDragOver] = useState(false)
  const handleKindChange = (value: string) =>
    setParams(
      previous =>
        new URLSearchParams([...[...previous].filter(([key]) => key !== 'kind'), ['kind', value]]),
      { replace: true, preventScrollReset: true },
    )
  return (
    <SectionCard
      title={t(zoneTexts[kind].title)}
      actions={
        <SegmentedControl
          size="xs"
          className={css.kinds}
          aria-label={t('import.drop.kind')}
          value={kind}
          onChange={handleKindChange}
          data={toOptions(ImportKind.options, value => t(`import.kind.${value}`))}
        />
      }
    >
      <div
        role="group"
        aria-label={t('import.drop.drop')}
        className={css.drop}
        data-over={isDragOver || undefined}
        onDragOver={event => {
          if (event.dataTransfer.types.includes('Files')) {
            event.preventDefault()
            setDragOver(true)
          }
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={event => {
          event.preventDefault()
          setDragOver(false)
          void sendFile(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={30} stroke={1.25} aria-hidden />
        {progress ? (
          <div className={css.uploadProgress}>
            <span>{t('import.drop.uploading', { name: progress.name })}</span>
            <Progress
              value={progress.fraction * 100}
              size="sm"
              aria-label={t('import.drop.uploading', { name: progress.name })}
              animated={progress.fraction === 1}
            />
          </div>
        ) : (
          <>
            <span className={css.dropText}>
              {t('import.drop.drop')}
              <FileButton
                accept=".csv,.tsv,.txt,.xlsx,text/csv"
                onChange={file => void sendFile(file ?? undefined)}
              >
                {props => (
                  <Button {...props} size="compact-sm">
                    {t('import.drop.choose')}
                  </Button>
                )}
              </FileButton>
            </span>
            <span className={css.hint}>{t('import.drop.limits', { max: maxMegabytes })}</span>
          </>
        )}
        {errorMessage && (
          <p role="alert" className={css.uploadError}>
            {errorMessage}
          </p>
        )}
      </div>
      <ImportFormats kind={kind} />
    </SectionCard>
  )
}

const otherSystems = ['magento', 'prestashop', 'square', 'bigcommerce', 'etsy'] as const

function ImportFormats({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const texts = zoneTexts[kind]
  return (
    <ul className={css.formats}>
      {texts.shopify && (
        <li>
          <strong>{t('import.drop.shopify')}</strong>
          <span>{t(texts.shopify)}</span>
        </li>
      )}
      {texts.woocommerce && (
        <li>
          <strong>{t('import.drop.woocommerce')}</strong>
          <span>{t(texts.woocommerce)}</span>
        </li>
      )}
      {kind === 'products' && (
        <li>
          <strong>{format.list(otherSystems.map(system => t(`import.format.${system}`)))}</strong>
          <span>{t('import.drop.otherProducts')}</span>
        </li>
      )}
      <li>
        <strong>{t('import.drop.spreadsheet')}</strong>
        <span>{t(texts.spreadsheet)}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          className={css.sample}
          leftSection={<IconDownload size={14} stroke={1.75} />}
          onClick={() =>
            void download(importApi.downloadSample, { query: { kind } }).catch(error =>
              toast.errorUnlessHandled(error),
            )
          }
        >
          {t('import.drop.sample')}
        </Button>
      </li>
    </ul>
  )
}
