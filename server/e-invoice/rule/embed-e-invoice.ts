import type { PrintedInvoice } from '../../invoice/rule/printed-invoice.ts'
import { buildCii } from './build-cii.ts'
import { canBeEInvoice } from './e-invoice-profile.ts'

const fileName = 'factur-x.xml'

/** The properties of a Factur-X file, and the schema that PDF/A requires for them. */
const metadata = `
  <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about=""
    xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>
        ${describeProperty('DocumentFileName', 'The name of the embedded XML document')}
        ${describeProperty('DocumentType', 'The type of the hybrid document')}
        ${describeProperty('Version', 'The version of the standard')}
        ${describeProperty('ConformanceLevel', 'The conformance level of the XML document')}
      </rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`

function describeProperty(name: string, description: string): string {
  return `<rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>${name}</pdfaProperty:name>
          <pdfaProperty:valueType>Text</pdfaProperty:valueType>
          <pdfaProperty:category>external</pdfaProperty:category>
          <pdfaProperty:description>${description}</pdfaProperty:description>
        </rdf:li>`
}

/** Makes the PDF of an issued invoice a Factur-X file, if the invoice has what EN 16931 requires. */
export function embedEInvoice(doc: PDFKit.PDFDocument, invoice: PrintedInvoice): void {
  if (invoice.number === '' || !canBeEInvoice(invoice.document, 'factur-x')) return
  const issuedAt = new Date(`${invoice.issuedOn}T00:00:00Z`)
  doc.file(Buffer.from(buildCii(invoice, 'factur-x')), {
    name: fileName,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  })
  doc.appendXML(metadata)
}
