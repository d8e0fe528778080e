import {
  Button,
  FileButton,
  Group,
  Progress,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhotoUp, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl, imageTypes, maxImageMegabytes } from '#contract/lib/image.ts'
import { type Media, mediaApi } from '#contract/product/media.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import css from './image-library.module.css'
import { useImageUpload } from './use-image-upload.ts'

/** Selects one of the uploaded images of the store, the newest first, or uploads one. */
export function ImageLibrary({ onSelect }: { onSelect: (image: Media) => void }) {
  const { t } = useTranslation()
  const canRead = usePermission('media:read')
  const canUpload = usePermission('media:write')
  const [searchText, setSearchText] = useState('')
  const [q] = useDebouncedValue(searchText.trim(), 250)
  const images = useQuery({
    ...queryOptionsFor(mediaApi.list, { query: { perPage: 50, ...(q && { q }) } }),
    enabled: canRead,
    placeholderData: keepPreviousData,
  })
  const { uploadImages, fraction } = useImageUpload(([image]) => image && onSelect(image))
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="search"
          flex={1}
          data-autofocus
          aria-label={t('ui.image.search')}
          placeholder={t('ui.image.search')}
          leftSection={<IconSearch size={15} stroke={1.75} />}
          value={searchText}
          onChange={event => setSearchText(event.currentTarget.value)}
        />
        {canUpload && (
          <FileButton
            accept={imageTypes.join(',')}
            onChange={file => file && void uploadImages([file])}
          >
            {props => (
              <Button
                {...props}
                variant="default"
                loading={fraction !== undefined}
                leftSection={<IconPhotoUp size={16} stroke={1.75} />}
              >
                {t('ui.image.upload')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {fraction !== undefined && (
        <Progress value={fraction * 100} size="sm" aria-label={t('ui.image.uploading')} />
      )}
      <ul className={css.grid} aria-label={t('ui.image.library')} aria-busy={images.isLoading}>
        {images.data?.items.map(image => (
          <li key={image._id}>
            <UnstyledButton
              className={css.image}
              aria-label={image.alt || image.fileName}
              onClick={() => onSelect(image)}
            >
              <img src={getSizedImageUrl(image.url, 160)} alt="" loading="lazy" />
            </UnstyledButton>
          </li>
        ))}
        {images.data?.items.length === 0 && (
          <Text component="li" size="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
            {t(q ? 'ui.image.noMatch' : 'ui.image.noImages')}
          </Text>
        )}
      </ul>
      <Text size="xs" c="dimmed">
        {t('ui.image.limits', { max: maxImageMegabytes })}
      </Text>
    </Stack>
  )
}
