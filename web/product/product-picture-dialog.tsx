import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type Picture, pictureKey } from '../media/picture-key.ts'
import css from './product-variant-grid.module.css'

type Props = {
  pictures: readonly Picture[]
  isOpen: boolean
  onClose: () => void
  onChoose: (image: string | null) => void
}

/** Which of the product's pictures a variant shows. */
export function ProductPictureDialog({ pictures, isOpen, onClose, onChoose }: Props) {
  const { t } = useTranslation()
  const choose = (image: string | null) => {
    onChoose(image)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('product.variants.choosePicture')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {pictures.length === 0 && <Text c="dimmed">{t('product.variants.noPictures')}</Text>}
      <div className={css.pictures}>
        {pictures.map((picture, i) => (
          <UnstyledButton
            key={pictureKey(picture)}
            className={css.choice}
            aria-label={picture.alt || t('product.variants.pictureNumber', { number: i + 1 })}
            onClick={() => choose(pictureKey(picture))}
          >
            {picture.url && <img src={getSizedImageUrl(picture.url, 160)} alt="" />}
          </UnstyledButton>
        ))}
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => choose(null)}>
          {t('product.variants.noPicture')}
        </Button>
      </Group>
    </Modal>
  )
}
