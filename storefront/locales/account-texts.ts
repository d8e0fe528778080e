import type { Language } from '#contract/lib/text/languages.ts'
import type { StorefrontOrderState } from '#contract/storefront/storefront-order.ts'

type AccountTexts = {
  title: string
  emailText: string
  requestCode: string
  codeSent: (email: string) => string
  code: string
  wrongCode: string
  showOrders: string
  requestAnother: string
  loggedInAs: (email: string) => string
  noOrders: string
  older: string
  newest: string
  logOut: string
  states: Record<StorefrontOrderState, string>
}

/** The texts of the page on which shoppers see their orders. */
export const accountTexts: Record<Language, AccountTexts> = {
  en: {
    title: 'Your orders',
    emailText:
      'Enter the email you ordered with. We’ll send you a code. You don’t need a password.',
    requestCode: 'Send code',
    codeSent: email =>
      `If there are orders for ${email}, a code is on its way. It’s valid for 10 minutes.`,
    code: 'Six-digit code',
    wrongCode:
      'This code is incorrect or has expired. Enter the newest one, or request another one.',
    showOrders: 'Show orders',
    requestAnother: 'Request another code',
    loggedInAs: email => `Logged in as ${email}`,
    noOrders: 'You have no orders yet.',
    older: 'Older orders',
    newest: 'Newest orders',
    logOut: 'Log out',
    states: {
      received: 'Received',
      confirmed: 'In preparation',
      shipped: 'In transit',
      delivered: 'Delivered',
      canceled: 'Canceled',
      returned: 'Returned',
    },
  },
  de: {
    title: 'Ihre Bestellungen',
    emailText:
      'Geben Sie die E-Mail-Adresse Ihrer Bestellung ein. Sie erhalten einen Code und brauchen kein Passwort.',
    requestCode: 'Code senden',
    codeSent: email =>
      `Wenn es Bestellungen für ${email} gibt, ist ein Code unterwegs. Er gilt 10 Minuten.`,
    code: 'Sechsstelliger Code',
    wrongCode:
      'Dieser Code ist falsch oder abgelaufen. Geben Sie den neuesten ein oder fordern Sie einen neuen an.',
    showOrders: 'Bestellungen anzeigen',
    requestAnother: 'Neuen Code anfordern',
    loggedInAs: email => `Angemeldet als ${email}`,
    noOrders: 'Sie haben noch keine Bestellungen.',
    older: 'Ältere Bestellungen',
    newest: 'Neueste Bestellungen',
    logOut: 'Abmelden',
    states: {
      received: 'Eingegangen',
      confirmed: 'In Vorbereitung',
      shipped: 'Unterwegs',
      delivered: 'Zugestellt',
      canceled: 'Storniert',
      returned: 'Zurückgegeben',
    },
  },
  fr: {
    title: 'Vos commandes',
    emailText:
      'Saisissez l’e-mail de votre commande. Nous vous enverrons un code, sans mot de passe.',
    requestCode: 'Envoyer le code',
    codeSent: email =>
      `S’il existe des commandes pour ${email}, un code est en route. Il est valable 10 minutes.`,
    code: 'Code à six chiffres',
    wrongCode: 'Ce code est incorrect ou expiré. Saisissez le plus récent ou demandez-en un autre.',
    showOrders: 'Voir les commandes',
    requestAnother: 'Demander un autre code',
    loggedInAs: email => `Connecté avec ${email}`,
    noOrders: 'Vous n’avez pas encore de commande.',
    older: 'Commandes plus anciennes',
    newest: 'Commandes les plus récentes',
    logOut: 'Se déconnecter',
    states: {
      received: 'Reçue',
      confirmed: 'En préparation',
      shipped: 'En transit',
      delivered: 'Livrée',
      canceled: 'Annulée',
      returned: 'Retournée',
    },
  },
  es: {
    title: 'Tus pedidos',
    emailText: 'Introduce el correo de tu pedido. Te enviaremos un código, sin contraseña.',
    requestCode: 'Enviar código',
    codeSent: email =>
      `Si hay pedidos de ${email}, un código está en camino. Es válido durante 10 minutos.`,
    code: 'Código de seis dígitos',
    wrongCode: 'Este código es incorrecto o ha caducado. Introduce el más reciente o pide otro.',
    showOrders: 'Ver pedidos',
    requestAnother: 'Pedir otro código',
    loggedInAs: email => `Sesión iniciada como ${email}`,
    noOrders: 'Todavía no tienes pedidos.',
    older: 'Pedidos anteriores',
    newest: 'Pedidos más recientes',
    logOut: 'Cerrar sesión',
    states: {
      received: 'Recibido',
      confirmed: 'En preparación',
      shipped: 'En tránsito',
      delivered: 'Entregado',
      canceled: 'Cancelado',
      returned: 'Devuelto',
    },
  },
  pt: {
    title: 'Seus pedidos',
    emailText: 'Digite o e-mail do seu pedido. Enviaremos um código, sem senha.',
    requestCode: 'Enviar código',
    codeSent: email =>
      `Se houver pedidos de ${email}, um código está a caminho. Ele vale por 10 minutos.`,
    code: 'Código de seis dígitos',
    wrongCode: 'Este código está incorreto ou expirou. Digite o mais recente ou peça outro.',
    showOrders: 'Ver pedidos',
    requestAnother: 'Pedir outro código',
    loggedInAs: email => `Conectado como ${email}`,
    noOrders: 'Você ainda não tem pedidos.',
    older: 'Pedidos mais antigos',
    newest: 'Pedidos mais recentes',
    logOut: 'Sair',
    states: {
      received: 'Recebido',
      confirmed: 'Em preparação',
      shipped: 'Em trânsito',
      delivered: 'Entregue',
      canceled: 'Cancelado',
      returned: 'Devolvido',
    },
  },
  ar: {
    title: 'طلباتك',
    emailText: 'أدخل البريد الإلكتروني الذي طلبت به. سنرسل إليك رمزًا، ولا تحتاج إلى كلمة مرور.',
    requestCode: 'إرسال الرمز',
    codeSent: email =>
      `إذا كانت هناك طلبات باسم ${email} فسيصل إليه رمز. يصلح الرمز لمدة 10 دقائق.`,
    code: 'الرمز المكوّن من ستة أرقام',
    wrongCode: 'هذا الرمز غير صحيح أو انتهت صلاحيته. أدخل أحدث رمز أو اطلب رمزًا آخر.',
    showOrders: 'عرض الطلبات',
    requestAnother: 'طلب رمز آخر',
    loggedInAs: email => `تم تسجيل الدخول باسم ${email}`,
    noOrders: 'ليس لديك طلبات بعد.',
    older: 'طلبات أقدم',
    newest: 'أحدث الطلبات',
    logOut: 'تسجيل الخروج',
    states: {
      received: 'تم الاستلام',
      confirmed: 'قيد التجهيز',
      shipped: 'في الطريق',
      delivered: 'تم التوصيل',
      canceled: 'ملغى',
      returned: 'مُرتجع',
    },
  },
}
