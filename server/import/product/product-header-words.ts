import type { MatchableField } from '#contract/import.ts'

/**
 * Headers that sellers write, in the languages of the back office, separated by commas. Accents,
 * case, punctuation and plurals don't matter.
 */
export const headerWords: Readonly<Partial<Record<MatchableField, string>>> = {
  title: `
    title, name, product, item, article, product name, product title, item name, label,
    designation`,
  price: `
    price, unit price, selling price, sale price, retail price, variant price, regular price,
    amount, gross price, price usd, price eur`,
  compareAtPrice: `
    compare at price, compare at, list price, original price, old price, msrp, rrp, was price,
    variant compare at price`,
  cost: `
    cost, cost price, unit cost, cost per item, purchase price, wholesale price, buying price`,
  sku: `
    sku, item number, item no, article number, product code, item code, part number, reference,
    ref, model, variant sku, stock code, code`,
  barcode: `
    barcode, bar code, ean, gtin, upc, isbn, ean13, ean code, variant barcode, jan`,
  stock: `
    stock, quantity, qty, inventory, in stock, on hand, units, available, stock level,
    stock quantity, inventory quantity, variant inventory qty, current stock, stock on hand`,
  description: `
    description, body, body html, details, long description, product description, text,
    short description, about`,
  vendor: `
    vendor, brand, manufacturer, maker, supplier, label name, brand name, hersteller, marke,
    lieferant, anbieter, herstellername, marque, fabricant, fournisseur, vendeur, marca,
    fabricante, proveedor, fornecedor, العلامة التجارية, الماركة, المورد, الشركة المصنعة`,
  productType: `
    type, product type, kind, item type, product group, typ, produkttyp, artikeltyp, warengruppe,
    produktart, artikelart, produktgruppe`,
  categories: `
    category, categories, collection, department, category path, product category, section`,
  tags: `
    tags, tag, keywords, labels, schlagworte, schlagwort, stichworte, stichwort, etiketten,
    mots cles, mot cle, etiquette, etiquetas, etiqueta, palabras clave, palavras chave`,
  status: `
    status, published, active, visible, visibility, state, online, enabled, veroffentlicht,
    aktiv, sichtbar, zustand, sichtbarkeit, statut, publie, actif, visibilite, en ligne, etat,
    estado, publicado, activo, visibilidad, situacao, ativo, visivel, الحالة, منشور, نشط`,
  imageSrc: `
    image, images, image url, image link, picture, photo, image src, main image, product image,
    thumbnail, image urls, asset`,
  imageAlt: `
    image alt text, alt text, image alt, alternativtext, bildtext, texte alternatif,
    texto alternativo, النص البديل`,
  option1Name: 'option1 name, option 1 name, variant option 1 name, option groups, option name',
  option1Value: `
    option1 value, option 1 value, variant option 1 value, option values, option value, option1,
    option 1`,
  option2Name: 'option2 name, option 2 name, variant option 2 name',
  option3Name: 'option3 name, option 3 name, variant option 3 name',
  option2Value: `
    option2 value, option 2 value, variant option 2 value, option2, option 2`,
  option3Value: `
    option3 value, option 3 value, variant option 3 value, option3, option 3`,
  'weight:g': `
    weight, gewicht, poids, peso, الوزن, grams, gramm, variant grams, grammes, gramos, gramas`,
  slug: `
    handle, slug, url handle, url key, permalink, seo url, url slug, المعرّف`,
  seoTitle: `
    seo title, meta title, page title, seo titel, meta titel, titre seo, meta titre, titulo seo,
    meta titulo, عنوان seo`,
  seoDescription: `
    seo description, meta description, seo beschreibung, meta beschreibung, description seo,
    descripcion seo, meta descripcion, descricao seo, meta descricao, وصف seo`,
}

/** Headers of options: a column "Size" has the values of the option "Size". */
export const optionWords = `
    size, color, colour, material, style, variant, variation, flavor, flavour, scent, pattern,
    finish, length, variation name, fit, capacity, variant title, grosse, farbe, farbton, stoff,
    ausfuhrung, variante, muster, geschmack, duft, lange, konfektionsgrosse, taille, couleur,
    coloris, matiere, motif, declinaison, parfum, longueur, pointure, talla, tamano, estilo,
    sabor, aroma, largo, variacion, tamanho, cor, variacao, estampa, fragrancia, comprimento,
    المقاس, مقاس, اللون, لون, الحجم, الخامة, المادة`
