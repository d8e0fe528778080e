import type { Language } from '#contract/lib/text/languages.ts'

type PaymentTexts = {
  title: string
  /** Above the link to the page of the provider. */
  opening: string
  reserved: (time: string) => string
  reservedUnits: string
  continue: string
  canceledTitle: string
  canceled: string
  changeOrder: string
  waitingTitle: string
  waiting: string
  checkAgain: string
  endedTitle: string
  ended: string
  backToCart: string
  refundedTitle: string
  refunded: string
  checkingTitle: string
  checking: string
  payNow: string
  unavailable: string
  /** The provider would round the total. */
  amountUnsupported: string
  accountHolder: string
  transferAmount: string
  /** The text that the shopper enters with a bank transfer, such as the order number. */
  reference: string
  copy: string
  copied: string
  copyValue: (label: string) => string
  paymentCode: string
  scanPaymentCode: string
}

/** The texts of online payments. */
export const paymentTexts: Record<Language, PaymentTexts> = {
  en: {
    title: 'Payment',
    opening: 'The payment page opens. If it doesn’t, use the button.',
    reserved: time => `Your items are reserved for you until ${time}.`,
    reservedUnits: 'Nobody else can buy them until then.',
    continue: 'Continue to payment',
    canceledTitle: 'Your order isn’t paid yet',
    canceled: 'You left the payment page. Nothing was charged.',
    changeOrder: 'Change the order',
    waitingTitle: 'We’re confirming your payment',
    waiting: 'This takes a few seconds. The page updates automatically.',
    checkAgain: 'Check again',
    endedTitle: 'The payment wasn’t completed',
    ended: 'Nothing was charged. Your cart is still here.',
    backToCart: 'Back to the cart',
    refundedTitle: 'Your payment arrived too late',
    refunded: 'The items were sold in the meantime. We’re refunding your payment.',
    checkingTitle: 'We’re checking your payment',
    checking: 'The amount differs from the total of your order. The store will contact you.',
    payNow: 'Pay now',
    unavailable:
      'This payment method doesn’t work at the moment. Choose another one, or try again later.',
    amountUnsupported: 'This payment method can’t charge the exact total. Choose another one.',
    accountHolder: 'Account holder',
    transferAmount: 'Amount',
    reference: 'Payment reference',
    copy: 'Copy',
    copied: 'Copied',
    copyValue: label => `Copy ${label}`,
    paymentCode: 'QR code for banking apps',
    scanPaymentCode: 'Scan this code with your banking app.',
  },
  de: {
    title: 'Zahlung',
    opening: 'Die Zahlungsseite öffnet sich. Falls nicht, verwenden Sie die Schaltfläche.',
    reserved: time => `Ihre Artikel sind bis ${time} Uhr für Sie reserviert.`,
    reservedUnits: 'Bis dahin kann sie niemand anders kaufen.',
    continue: 'Weiter zur Zahlung',
    canceledTitle: 'Ihre Bestellung ist noch nicht bezahlt',
    canceled: 'Sie haben die Zahlungsseite verlassen. Es wurde nichts abgebucht.',
    changeOrder: 'Bestellung ändern',
    waitingTitle: 'Wir bestätigen Ihre Zahlung',
    waiting: 'Das dauert einige Sekunden. Die Seite aktualisiert sich automatisch.',
    checkAgain: 'Erneut prüfen',
    endedTitle: 'Die Zahlung wurde nicht abgeschlossen',
    ended: 'Es wurde nichts abgebucht. Ihr Warenkorb ist noch da.',
    backToCart: 'Zurück zum Warenkorb',
    refundedTitle: 'Ihre Zahlung kam zu spät',
    refunded: 'Die Artikel wurden inzwischen verkauft. Sie erhalten Ihr Geld zurück.',
    checkingTitle: 'Wir prüfen Ihre Zahlung',
    checking:
      'Der Betrag weicht von der Summe Ihrer Bestellung ab. Der Shop meldet sich bei Ihnen.',
    payNow: 'Jetzt bezahlen',
    unavailable:
      'Diese Zahlungsart ist gerade nicht verfügbar. Wählen Sie eine andere oder versuchen Sie es später erneut.',
    amountUnsupported:
      'Diese Zahlungsart kann den genauen Betrag nicht abbuchen. Wählen Sie eine andere.',
    accountHolder: 'Kontoinhaber',
    transferAmount: 'Betrag',
    reference: 'Verwendungszweck',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyValue: label => `${label} kopieren`,
    paymentCode: 'QR-Code für Banking-Apps',
    scanPaymentCode: 'Scannen Sie den Code mit Ihrer Banking-App.',
  },
  fr: {
    title: 'Paiement',
    opening: 'La page de paiement s’ouvre. Sinon, utilisez le bouton.',
    reserved: time => `Vos articles vous sont réservés jusqu’à ${time}.`,
    reservedUnits: 'Personne d’autre ne peut les acheter d’ici là.',
    continue: 'Continuer vers le paiement',
    canceledTitle: 'Votre commande n’est pas encore payée',
    canceled: 'Vous avez quitté la page de paiement. Rien n’a été débité.',
    changeOrder: 'Modifier la commande',
    waitingTitle: 'Nous confirmons votre paiement',
    waiting: 'Cela prend quelques secondes. La page s’actualise automatiquement.',
    checkAgain: 'Vérifier à nouveau',
    endedTitle: 'Le paiement n’a pas abouti',
    ended: 'Rien n’a été débité. Votre panier est toujours là.',
    backToCart: 'Retour au panier',
    refundedTitle: 'Votre paiement est arrivé trop tard',
    refunded: 'Les articles ont été vendus entre-temps. Vous êtes remboursé.',
    checkingTitle: 'Nous vérifions votre paiement',
    checking: 'Le montant diffère du total de votre commande. La boutique vous contactera.',
    payNow: 'Payer maintenant',
    unavailable:
      'Ce moyen de paiement est indisponible pour le moment. Choisissez-en un autre ou réessayez plus tard.',
    amountUnsupported:
      'Ce moyen de paiement ne peut pas débiter le montant exact. Choisissez-en un autre.',
    accountHolder: 'Titulaire du compte',
    transferAmount: 'Montant',
    reference: 'Référence du paiement',
    copy: 'Copier',
    copied: 'Copié',
    copyValue: label => `Copier : ${label}`,
    paymentCode: 'Code QR pour les applications bancaires',
    scanPaymentCode: 'Scannez ce code avec votre application bancaire.',
  },
  es: {
    title: 'Pago',
    opening: 'Se abre la página de pago. Si no ocurre, usa el botón.',
    reserved: time => `Tus artículos están reservados hasta las ${time}.`,
    reservedUnits: 'Nadie más puede comprarlos hasta entonces.',
    continue: 'Continuar al pago',
    canceledTitle: 'Tu pedido aún no está pagado',
    canceled: 'Has salido de la página de pago. No se ha cobrado nada.',
    changeOrder: 'Cambiar el pedido',
    waitingTitle: 'Estamos confirmando tu pago',
    waiting: 'Tarda unos segundos. La página se actualiza automáticamente.',
    checkAgain: 'Comprobar de nuevo',
    endedTitle: 'El pago no se ha completado',
    ended: 'No se ha cobrado nada. Tu carrito sigue aquí.',
    backToCart: 'Volver al carrito',
    refundedTitle: 'Tu pago llegó demasiado tarde',
    refunded: 'Los artículos se vendieron mientras tanto. Te devolvemos el dinero.',
    checkingTitle: 'Estamos revisando tu pago',
    checking:
      'El importe no coincide con el total de tu pedido. La tienda se pondrá en contacto contigo.',
    payNow: 'Pagar ahora',
    unavailable:
      'Esta forma de pago no funciona en este momento. Elige otra o inténtalo más tarde.',
    amountUnsupported: 'Esta forma de pago no puede cobrar el importe exacto. Elige otra.',
    accountHolder: 'Titular de la cuenta',
    transferAmount: 'Importe',
    reference: 'Concepto del pago',
    copy: 'Copiar',
    copied: 'Copiado',
    copyValue: label => `Copiar: ${label}`,
    paymentCode: 'Código QR para apps bancarias',
    scanPaymentCode: 'Escanea este código con la app de tu banco.',
  },
  pt: {
    title: 'Pagamento',
    opening: 'A página de pagamento vai abrir. Se não abrir, use o botão.',
    reserved: time => `Seus itens estão reservados até ${time}.`,
    reservedUnits: 'Ninguém mais pode comprá-los até lá.',
    continue: 'Continuar para o pagamento',
    canceledTitle: 'Seu pedido ainda não foi pago',
    canceled: 'Você saiu da página de pagamento. Nada foi cobrado.',
    changeOrder: 'Alterar o pedido',
    waitingTitle: 'Estamos confirmando seu pagamento',
    waiting: 'Isso leva alguns segundos. A página é atualizada automaticamente.',
    checkAgain: 'Verificar novamente',
    endedTitle: 'O pagamento não foi concluído',
    ended: 'Nada foi cobrado. Seu carrinho continua aqui.',
    backToCart: 'Voltar ao carrinho',
    refundedTitle: 'Seu pagamento chegou tarde demais',
    refunded: 'Os itens foram vendidos nesse meio-tempo. Você receberá seu dinheiro de volta.',
    checkingTitle: 'Estamos verificando seu pagamento',
    checking: 'O valor difere do total do seu pedido. A loja entrará em contato com você.',
    payNow: 'Pagar agora',
    unavailable:
      'Esta forma de pagamento não está funcionando agora. Escolha outra ou tente mais tarde.',
    amountUnsupported: 'Esta forma de pagamento não pode cobrar o valor exato. Escolha outra.',
    accountHolder: 'Titular da conta',
    transferAmount: 'Valor',
    reference: 'Referência do pagamento',
    copy: 'Copiar',
    copied: 'Copiado',
    copyValue: label => `Copiar: ${label}`,
    paymentCode: 'Código QR para aplicativos bancários',
    scanPaymentCode: 'Escaneie este código com o aplicativo do seu banco.',
  },
  ar: {
    title: 'الدفع',
    opening: 'تُفتح صفحة الدفع. إذا لم تُفتح، فاستخدم الزر.',
    reserved: time => `منتجاتك محجوزة لك حتى ${time}.`,
    reservedUnits: 'لن يتمكن أحد غيرك من شرائها حتى ذلك الحين.',
    continue: 'المتابعة إلى الدفع',
    canceledTitle: 'لم يُدفع طلبك بعد',
    canceled: 'غادرت صفحة الدفع، ولم يُخصم أي مبلغ.',
    changeOrder: 'تعديل الطلب',
    waitingTitle: 'نؤكد عملية الدفع',
    waiting: 'يستغرق ذلك بضع ثوانٍ، وتُحدَّث الصفحة تلقائيًا.',
    checkAgain: 'تحقق مرة أخرى',
    endedTitle: 'لم تكتمل عملية الدفع',
    ended: 'لم يُخصم أي مبلغ، وسلتك كما هي.',
    backToCart: 'العودة إلى السلة',
    refundedTitle: 'وصلت دفعتك متأخرة',
    refunded: 'بيعت المنتجات في هذه الأثناء، وسيُعاد إليك المبلغ.',
    checkingTitle: 'نراجع دفعتك',
    checking: 'المبلغ لا يطابق إجمالي طلبك، وسيتواصل معك المتجر.',
    payNow: 'ادفع الآن',
    unavailable: 'طريقة الدفع هذه لا تعمل حاليًا. اختر طريقة أخرى أو حاول لاحقًا.',
    amountUnsupported: 'لا يمكن لطريقة الدفع هذه تحصيل المبلغ الدقيق. اختر طريقة أخرى.',
    accountHolder: 'صاحب الحساب',
    transferAmount: 'المبلغ',
    reference: 'مرجع الدفع',
    copy: 'نسخ',
    copied: 'تم النسخ',
    copyValue: label => `نسخ: ${label}`,
    paymentCode: 'رمز QR لتطبيقات البنوك',
    scanPaymentCode: 'امسح هذا الرمز بتطبيق البنك.',
  },
}
