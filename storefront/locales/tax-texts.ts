import type { Language } from '#contract/lib/text/languages.ts'
import type { StorefrontFrame } from '#contract/storefront/storefront-page.ts'

type TaxTexts = {
  tax: string
  includedTax: string
  rate: string
  net: string
  companyDetails: string
  company: string
  vatId: string
  invalidVatId: string
  /** Notes beside a price about the tax and shipping that it includes or excludes. */
  priceNotes: Record<StorefrontFrame['store']['priceTax'], string>
  exemptions: { reverse_charge: string; exempt: string }
}

/** The texts about taxes, and about companies, which can order without tax. */
export const taxTexts: Record<Language, TaxTexts> = {
  en: {
    tax: 'Tax',
    includedTax: 'Including tax',
    rate: 'Tax rate',
    net: 'Net amount',
    companyDetails: 'Buying for a company?',
    company: 'Company',
    vatId: 'VAT ID',
    invalidVatId: 'Enter a valid VAT ID, such as DE136695976.',
    priceNotes: {
      included: 'Tax included. Shipping calculated at checkout.',
      added: 'Tax and shipping calculated at checkout.',
      none: 'Shipping calculated at checkout.',
    },
    exemptions: {
      reverse_charge: 'Reverse charge: the buyer pays the VAT.',
      exempt: 'This order is exempt from tax.',
    },
  },
  de: {
    tax: 'MwSt.',
    includedTax: 'Enthaltene MwSt.',
    rate: 'Steuersatz',
    net: 'Nettobetrag',
    companyDetails: 'Für ein Unternehmen bestellen?',
    company: 'Unternehmen',
    vatId: 'USt-IdNr.',
    invalidVatId: 'Geben Sie eine gültige USt-IdNr. ein, zum Beispiel DE136695976.',
    priceNotes: {
      included: 'inkl. MwSt., zzgl. Versandkosten',
      added: 'zzgl. MwSt. und Versandkosten',
      none: 'zzgl. Versandkosten',
    },
    exemptions: {
      reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
      exempt: 'Diese Bestellung ist von der Steuer befreit.',
    },
  },
  fr: {
    tax: 'TVA',
    includedTax: 'Dont TVA',
    rate: 'Taux',
    net: 'Montant HT',
    companyDetails: 'Vous achetez pour une entreprise ?',
    company: 'Entreprise',
    vatId: 'Numéro de TVA',
    invalidVatId: 'Saisissez un numéro de TVA valide, par exemple FR40303265045.',
    priceNotes: {
      included: 'TVA incluse, hors frais de livraison',
      added: 'Hors TVA et frais de livraison',
      none: 'Hors frais de livraison',
    },
    exemptions: {
      reverse_charge: 'Autoliquidation : l’acheteur paie la TVA.',
      exempt: 'Cette commande est exonérée de taxe.',
    },
  },
  es: {
    tax: 'IVA',
    includedTax: 'IVA incluido',
    rate: 'Tipo',
    net: 'Base imponible',
    companyDetails: '¿Compras para una empresa?',
    company: 'Empresa',
    vatId: 'NIF-IVA',
    invalidVatId: 'Introduce un NIF-IVA válido, como ESB58378431.',
    priceNotes: {
      included: 'IVA incluido, gastos de envío no incluidos',
      added: 'IVA y gastos de envío no incluidos',
      none: 'Gastos de envío no incluidos',
    },
    exemptions: {
      reverse_charge: 'Inversión del sujeto pasivo: el comprador paga el IVA.',
      exempt: 'Este pedido está exento de impuestos.',
    },
  },
  pt: {
    tax: 'Impostos',
    includedTax: 'Impostos incluídos',
    rate: 'Alíquota',
    net: 'Valor sem imposto',
    companyDetails: 'Comprando para uma empresa?',
    company: 'Empresa',
    vatId: 'Número de IVA',
    invalidVatId: 'Informe um número de IVA válido, como PT501964843.',
    priceNotes: {
      included: 'Impostos incluídos. Frete calculado no checkout.',
      added: 'Impostos e frete calculados no checkout.',
      none: 'Frete calculado no checkout.',
    },
    exemptions: {
      reverse_charge: 'Autoliquidação: o comprador paga o IVA.',
      exempt: 'Este pedido é isento de imposto.',
    },
  },
  ar: {
    tax: 'الضريبة',
    includedTax: 'شامل الضريبة',
    rate: 'نسبة الضريبة',
    net: 'المبلغ قبل الضريبة',
    companyDetails: 'هل تشتري لشركة؟',
    company: 'الشركة',
    vatId: 'رقم ضريبة القيمة المضافة',
    invalidVatId: 'أدخل رقم ضريبة صالحًا، مثل DE136695976.',
    priceNotes: {
      included: 'السعر شامل الضريبة. يُحسب الشحن عند إتمام الشراء.',
      added: 'تُحسب الضريبة والشحن عند إتمام الشراء.',
      none: 'يُحسب الشحن عند إتمام الشراء.',
    },
    exemptions: {
      reverse_charge: 'احتساب عكسي: يدفع المشتري الضريبة.',
      exempt: 'هذا الطلب معفى من الضريبة.',
    },
  },
}
