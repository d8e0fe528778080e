import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Import, importApi } from '#contract/import/import.ts'
import { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { EncodingChoice } from '../ui/field/encoding-choice.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './import-encoding.module.css'

/** Returns whether the encoding of an import is not certain, and can be changed. */
export const canChooseEncoding = ({ status, startedAt, encoding, encodingSamples }: Import) =>
  encoding !== '' &&
  encodingSamples.length > 0 &&
  startedAt === null &&
  (status === 'matching' || status === 'planned' || status === 'failed')

/** Parts of the file with other letters than English, in an encoding that the user can change. */
export function ImportEncodingCard({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const current = ImportEncoding.catch('windows-1252').parse(importJob.encoding)
  const [encoding, setEncoding] = useState(current)
  const change = useRouteMutation(importApi.changeEncoding)
  return (
    <SectionCard title={t('importEncoding.title')} hint={t('importEncoding.hint')} flush>
      <div className={css.body}>
        <EncodingChoice
          encoding={encoding}
          samples={importJob.encodingSamples}
          onChange={setEncoding}
        >
          <Button
            variant={encoding === current ? 'default' : 'filled'}
            disabled={encoding === current}
            loading={change.isPending}
            onClick={() => change.mutate({ params: { id: importJob._id }, body: { encoding } })}
          >
            {t('importEncoding.apply')}
          </Button>
        </EncodingChoice>
      </div>
    </SectionCard>
  )
}
