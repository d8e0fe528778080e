import type { MatchableProductField } from '#contract/import/import-match.ts'

/**
 * Headers that sellers write, in the languages of the back office, separated by commas. Accents,
 * case, punctuation and plurals don't matter.
 */
export const headerWords: Readonly<Partial<Record<MatchableProductField, string>>> = {
  title: `
    title, name, product, item, article, product name, product title, item name, label,
    designation, titel, produkt, artikel, bezeichnung, produktname, artikelname,
    produktbezeichnung, artikelbezeichnung, produkttitel, titre, nom, produit, libelle, intitule,
    nom du produit, nom de l article, nom produit, titulo, nombre, producto, articulo, nombre del
    producto, nombre producto, nombre del articulo, nome, produto, nome do produto, artigo, nome
    produto, اسم, الاسم, المنتج, اسم المنتج, عنوان, العنوان, الصنف, اسم الصنف, warenbezeichnung,
    artikeltitel, nom de l article, nom de produit, nombre de producto, nome do artigo, اسم
    السلعة, السلعة, البضاعة`,
  price: `
    price, unit price, selling price, sale price, retail price, variant price, regular price,
    amount, gross price, price usd, price eur, preis, verkaufspreis, vk, vk preis, bruttopreis,
    stuckpreis, einzelpreis, endpreis, preis brutto, ladenpreis, prix, prix de vente, prix ttc,
    prix unitaire, prix public, tarif, pv ttc, prix de vente ttc, precio, precio de venta, pvp,
    precio unitario, precio venta, importe, preco, preco de venda, valor, preco unitario, preco
    venda, السعر, سعر, سعر البيع, الثمن, ثمن, preis inkl mwst, bruttoverkaufspreis, vk brutto,
    listing price, current price, prix vente, precio final, precio con iva, precio al publico,
    preco final, preco com iva, preco a vista, سعر الوحدة, سعر التجزئة, السعر شامل الضريبة, سعر
    المنتج`,
  compareAtPrice: `
    compare at price, compare at, list price, original price, old price, msrp, rrp, was price,
    variant compare at price, vergleichspreis, uvp, streichpreis, alter preis, listenpreis, statt
    preis, ursprunglicher preis, prix barre, ancien prix, prix d origine, prix conseille, prix
    catalogue, precio anterior, precio original, precio de comparacion, precio tachado, precio de
    lista, preco anterior, preco original, preco de comparacao, preco de, preco cheio, السعر قبل
    الخصم, السعر الأصلي, السعر القديم`,
  cost: `
    cost, cost price, unit cost, cost per item, purchase price, wholesale price, buying price,
    kosten, einkaufspreis, ek, ek preis, selbstkosten, stuckkosten, cout, prix d achat, prix
    achat, cout unitaire, prix de revient, costo, coste, precio de compra, precio de coste, costo
    unitario, custo, preco de custo, preco de compra, custo unitario, التكلفة, تكلفة, سعر التكلفة,
    سعر الشراء`,
  sku: `
    sku, item number, item no, article number, product code, item code, part number, reference,
    ref, model, variant sku, stock code, code, artikelnummer, artikelnr, artikel nr, art nr,
    bestellnummer, produktnummer, materialnummer, modellnummer, reference produit, code article,
    code produit, ref produit, referencia, codigo, codigo de producto, codigo de articulo, clave,
    numero de articulo, codigo do produto, cod, codigo interno, رمز المنتج, الرمز, كود, كود
    المنتج, رقم الصنف, رمز التخزين, best nr, bestell nr, sachnummer, reference article, ref
    article, numero de article, num articulo, ref producto, referencia do produto, رقم المنتج, رقم
    القطعة, رقم الموديل, كود الصنف, رمز الصنف`,
  barcode: `
    barcode, bar code, ean, gtin, upc, isbn, ean13, ean code, variant barcode, jan, strichcode,
    ean nummer, gtin ean, code barre, code a barre, gencod, gencode, codigo de barras, codigo
    barras, codigo ean, الباركود, باركود, الرمز الشريطي, ean gtin, gtin13, ean upc, code ean,
    barcode nummer, رقم الباركود, كود الباركود`,
  stock: `
    stock, quantity, qty, inventory, in stock, on hand, units, available, stock level, stock
    quantity, inventory quantity, variant inventory qty, current stock, stock on hand, bestand,
    lagerbestand, menge, anzahl, lager, verfugbar, stuck, stuckzahl, auf lager, quantite, stock
    disponible, en stock, qte, quantite en stock, inventaire, disponible, inventario, cantidad,
    existencia, unidades, cantidad en stock, disponibilidad, estoque, quantidade, qtd, qtde,
    unidade, saldo, quantidade em estoque, المخزون, مخزون, الكمية, كمية, العدد, المتوفر, available
    quantity, available stock, quantity in stock, lagermenge, bestandsmenge, verfugbare menge,
    verfugbarer bestand, anzahl auf lager, lagerstand, stock actuel, quantite disponible, qte en
    stock, niveau de stock, existencias, cantidad disponible, en existencia, stock actual, cant,
    saldo em estoque, quantidade disponivel, disponivel, em estoque, estoque atual, الكمية
    المتوفرة, الكمية المتاحة, المتاح, عدد القطع, الرصيد`,
  description: `
    description, body, body html, details, long description, product description, text, short
    description, about, beschreibung, artikelbeschreibung, produktbeschreibung, langtext,
    kurzbeschreibung, produkttext, descriptif, description longue, description courte, description
    du produit, detail, descripcion, descripcion del producto, detalle, descripcion larga,
    descripcion corta, descricao, descricao do produto, detalhe, descricao completa, descricao
    curta, الوصف, وصف, وصف المنتج, التفاصيل`,
  vendor: `
    vendor, brand, manufacturer, maker, supplier, label name, brand name, hersteller, marke,
    lieferant, anbieter, herstellername, marque, fabricant, fournisseur, vendeur, marca,
    fabricante, proveedor, fornecedor, العلامة التجارية, الماركة, المورد, الشركة المصنعة`,
  productType: `
    type, product type, kind, item type, product group, typ, produkttyp, artikeltyp, warengruppe,
    produktart, artikelart, produktgruppe, type de produit, type produit, famille, tipo, tipo de
    producto, tipo de produto, familia, النوع, نوع المنتج`,
  categories: `
    category, categories, collection, department, category path, product category, section,
    kategorie, kategorien, rubrik, abteilung, sammlung, categorie, rayon, rubrique, categorie de
    produit, categoria, coleccion, departamento, seccion, colecao, secao, rubro, التصنيف, الفئة,
    القسم, التصنيفات, الفئات`,
  tags: `
    tags, tag, keywords, labels, schlagworte, schlagwort, stichworte, stichwort, etiketten, mots
    cles, mot cle, etiquette, etiquetas, etiqueta, palabras clave, palavras chave, وسوم, الوسوم,
    كلمات مفتاحية`,
  status: `
    status, published, active, visible, visibility, state, online, enabled, veroffentlicht, aktiv,
    sichtbar, zustand, sichtbarkeit, statut, publie, actif, visibilite, en ligne, etat, estado,
    publicado, activo, visibilidad, situacao, ativo, visivel, الحالة, منشور, نشط`,
  imageSrc: `
    image, images, image url, image link, picture, photo, image src, main image, product image,
    thumbnail, image urls, asset, bild, bilder, bild url, foto, bildlink, produktbild, abbildung,
    image principale, url image, lien image, visuel, photo url, url de l image, imagen, imagenes,
    url imagen, url de imagen, fotografia, imagem, imagens, url da imagem, link da imagem, الصورة,
    صورة, صور, رابط الصورة, الصور, bildadresse, bild link, produktfoto, lien de l image, lien
    photo, adresse de l image, url de la imagen, enlace de imagen, foto url, link da foto, url da
    foto, رابط الصور, رابط صورة, صورة المنتج`,
  imageAlt: `
    image alt text, alt text, image alt, alternativtext, bildtext, texte alternatif, texto
    alternativo, النص البديل`,
  option1Name: 'option1 name, option 1 name, variant option 1 name, option groups, option name',
  option2Name: 'option2 name, option 2 name, variant option 2 name',
  option3Name: 'option3 name, option 3 name, variant option 3 name',
  option1Value: `
    option1 value, option 1 value, variant option 1 value, option values, option value, option1,
    option 1`,
  option2Value: 'option2 value, option 2 value, variant option 2 value, option2, option 2',
  option3Value: 'option3 value, option 3 value, variant option 3 value, option3, option 3',
  'weight:g': `
    weight, gewicht, poids, peso, الوزن, grams, gramm, variant grams, grammes, gramos, gramas`,
  slug: 'handle, slug, url handle, url key, permalink, seo url, url slug, المعرّف',
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

/** Words that do not identify the field, such as in "Product price" or "Prix de l'article". */
export const fillerWords = `
    product, item, variant, article, produkt, artikel, varianten, produit, producto, produto,
    articulo, artigo, المنتج, in, en, de, du, del, do, da, l, la, the, of, der, des, incl, tax,
    mwst, brutto, ttc, iva, gross, eur, usd, gbp, brl, chf`
