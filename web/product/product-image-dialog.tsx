import { Button, Modal, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { type EditableImage, getImageKey } from '../media/image-key.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import css from './variant/product-variant-grid.module.css'

type Props = {
  images: readonly EditableImage[]
  isOpen: boolean
  onClose: () => void
  onSelect: (image: string | null) => void
}

/** A dialog that selects the image of a variant from those of the product. */
export function ProductImageDialog({ images, isOpen, onClose, onSelect }: Props) {
  const { t } = useTranslation()
  const handleSelect = (image: string | null) => {
    onSelect(image)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('product.variants.chooseImage')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {images.length === 0 && <Text c="dimmed">{t('product.variants.noImages')}</Text>}
      <div className={css.imageChoices}>
        {images.map((image, index) => (
          <UnstyledButton
            key={getImageKey(image)}
            className={css.imageChoice}
            aria-label={image.alt || t('product.variants.imageNumber', { number: index + 1 })}
            onClick={() => handleSelect(getImageKey(image))}
          >
            {image.url && <img src={getSizedImageUrl(image.url, 160)} alt="" />}
          </UnstyledButton>
        ))}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={() => handleSelect(null)}>
          {t('product.variants.noImage')}
        </Button>
      </DialogFooter>
    </Modal>
  )
}
