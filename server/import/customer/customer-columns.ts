import type { ImportFormat } from '#contract/import/import.ts'
import { normalizeText } from '#contract/lib/text/normalize-text.ts'
import {
  type ColumnMap,
  formatHeader,
  indexHeaders,
  matchColumns,
  normalizeHeader,
} from '../file/import-column-map.ts'
import type { RowReader } from '../file/import-row.ts'
import { ImportFileError } from '../import-problem.ts'

/**
 * The headers of each field in lower case and without accents: those of Shopify's customer export,
 * of WooCommerce's customer report and the export plugins for it, and the usual words of spreadsheets
 * in the languages of the back office.
 */
export const customerHeaders = {
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'mail',
    'user email',
    'customer email',
    'email adresse',
    'e mail adresse',
    'adresse email',
    'adresse e mail',
    'courriel',
    'correo',
    'correo electronico',
    'البريد الالكتروني',
  ],
  billingEmail: ['billing email'],
  name: [
    'name',
    'full name',
    'customer',
    'customer name',
    'display name',
    'vollstandiger name',
    'kunde',
    'kundenname',
    'nom complet',
    'client',
    'nombre completo',
    'cliente',
    'nome completo',
    'الاسم',
    'الاسم الكامل',
    'العميل',
  ],
  firstName: [
    'first name',
    'firstname',
    'given name',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'primeiro nome',
    'nome',
    'الاسم الاول',
  ],
  lastName: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'sobrenome',
    'اسم العائلة',
    'الاسم الاخير',
  ],
  billingFirstName: ['billing first name'],
  billingLastName: ['billing last name'],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'mobile',
    'mobile phone',
    'cell phone',
    'tel',
    'telefon',
    'telefonnummer',
    'handy',
    'mobil',
    'portable',
    'telefono',
    'movil',
    'celular',
    'telefone',
    'الهاتف',
    'رقم الهاتف',
    'الجوال',
  ],
  addressPhone: ['default address phone', 'address phone', 'billing phone', 'shipping phone'],
  line1: [
    'default address address1',
    'address1',
    'address 1',
    'address line 1',
    'billing address 1',
    'address',
    'street',
    'street address',
    'adresse',
    'strasse',
    'straße',
    'anschrift',
    'rue',
    'direccion',
    'calle',
    'endereco',
    'rua',
    'logradouro',
    'العنوان',
  ],
  line2: [
    'default address address2',
    'address2',
    'address 2',
    'address line 2',
    'billing address 2',
    'adresszusatz',
    'complement d adresse',
    'complemento',
  ],
  company: [
    'default address company',
    'company',
    'company name',
    'billing company',
    'firma',
    'unternehmen',
    'entreprise',
    'societe',
    'empresa',
    'الشركة',
  ],
  city: [
    'default address city',
    'city',
    'town',
    'billing city',
    'stadt',
    'ort',
    'wohnort',
    'ville',
    'ciudad',
    'poblacion',
    'cidade',
    'المدينة',
  ],
  region: [
    'province',
    'state',
    'region',
    'county',
    'state province',
    'billing state',
    'bundesland',
    'departement',
    'provincia',
    'estado',
    'المنطقة',
    'المحافظة',
  ],
  regionCode: ['default address province code', 'province code', 'state code', 'region code'],
  postalCode: [
    'default address zip',
    'zip',
    'zip code',
    'postcode',
    'postal code',
    'billing postcode',
    'plz',
    'postleitzahl',
    'code postal',
    'codigo postal',
    'cep',
    'الرمز البريدي',
  ],
  country: [
    'country',
    'country region',
    'billing country',
    'land',
    'pays',
    'pais',
    'الدولة',
    'البلد',
  ],
  countryCode: ['default address country code', 'country code'],
  tags: ['tags', 'tag', 'labels', 'schlagworter', 'etiquettes', 'etiquetas', 'الوسوم'],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'notiz',
    'notizen',
    'bemerkung',
    'bemerkungen',
    'anmerkung',
    'kommentar',
    'nota',
    'notas',
    'ملاحظة',
  ],
  acceptsMarketing: [
    'accepts email marketing',
    'accepts marketing',
    'email marketing',
    'marketing',
    'newsletter',
    'subscribed',
  ],
} as const satisfies Record<string, readonly string[]>
export type CustomerColumn = keyof typeof customerHeaders
export type CustomerRowReader = RowReader<CustomerColumn>

/** Returns a header without case, accents and punctuation. */
export const simplifyHeader = (header: string) =>
  normalizeText(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const columnByHeader = indexHeaders<CustomerColumn>(customerHeaders)

/** The columns by which a customer is found again. */
const contactColumns: readonly CustomerColumn[] = ['email', 'billingEmail', 'phone', 'addressPhone']

/**
 * Returns the format of a customer file by its headers: `spreadsheet` if the system is unknown.
 * @throws ImportFileError for files of other kinds, and for known formats without contacts
 */
export function detectCustomerFormat(header: readonly string[]): ImportFormat {
  const names = header.map(simplifyHeader)
  if (names.includes('lineitem name')) throw new ImportFileError('import_is_order_file')
  if (names.includes('handle') || names.includes('variant price'))
    throw new ImportFileError('import_is_product_file')
  const format = findFormat(names)
  const { indexByField } = matchCustomerColumns(header)
  if (format !== 'spreadsheet' && !contactColumns.some(column => indexByField.has(column)))
    throw new ImportFileError('import_customer_columns_missing', { columns: formatHeader(header) })
  return format
}

function findFormat(names: readonly string[]): ImportFormat {
  if (names.includes('default address address1') || names.includes('accepts email marketing'))
    return 'shopify'
  const isWoo =
    names.includes('user email') ||
    names.includes('billing address 1') ||
    (names.includes('aov') && names.includes('total spend'))
  return isWoo ? 'woocommerce' : 'spreadsheet'
}

/** Returns the fields of the columns of a customer file from a known system. */
export const matchCustomerColumns = (header: readonly string[]): ColumnMap<CustomerColumn> =>
  matchColumns(
    header,
    new Map(
      header.flatMap(name => {
        const column = columnByHeader.get(simplifyHeader(name))
        return column ? [[normalizeHeader(name), column] as const] : []
      }),
    ),
  )
