import type { Tx } from '../lib/db/db.ts'

/** Selects the image of a variant `v`, which is the first one of its product by default. */
export const selectVariantImage = (tx: Tx) => tx`(
  select jsonb_build_object(
    'url', m.url, 'alt', coalesce(nullif(i.alt, ''), m.alt), 'width', m.width, 'height', m.height)
  from product_image i join media m on m.store_id = i.store_id and m.id = i.media_id
  where i.store_id = v.store_id and i.product_id = v.product_id and i.state = 'ready'
  order by i.id = v.image_id desc nulls last, i.position, i.id limit 1
)`
