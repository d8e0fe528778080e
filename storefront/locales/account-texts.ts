import type { Language } from '#contract/lib/languages.ts'
import type { StorefrontOrderState } from '#contract/storefront-order.ts'

type AccountTexts = {
  title: string
  emailText: string
  requestCode: string
  codeSent: (email: string) => string
  code: string
  wrongCode: string
  signIn: string
  changeEmail: string
  signedInAs: (email: string) => string
  noOrders: string
  older: string
  newest: string
  signOut: string
  states: Record<StorefrontOrderState, string>
}

/** The texts of the page on which shoppers see their orders. */
export const accountTexts: Record<Language, AccountTexts> = {
  en: {
    title: 'Your orders',
    emailText: 'Enter the email you ordered with. We’ll send you a code, so you need no password.',
    requestCode: 'Send code',
    codeSent: email =>
      `If there are orders for ${email}, a code is on its way. It’s valid for 10 minutes.`,
    code: 'Six-digit code',
    wrongCode: 'This code is incorrect or has expired. Enter the newest one, or request another.',
    signIn: 'Show orders',
    changeEmail: 'Request another code',
    signedInAs: email => `Signed in as ${email}`,
    noOrders: 'You have no orders yet.',
    older: 'Older orders',
    newest: 'Newest orders',
    signOut: 'Sign out',
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
    signIn: 'Bestellungen anzeigen',
    changeEmail: 'Neuen Code anfordern',
    signedInAs: email => `Angemeldet als ${email}`,
    noOrders: 'Sie haben noch keine Bestellungen.',
    older: 'Ältere Bestellungen',
    newest: 'Neueste Bestellungen',
    signOut: 'Abmelden',
    states: {
      received: 'Eingegangen',
      confirmed: 'In Vorbereitung',
      shipped: 'Unterwegs',
      delivered: 'Zugestellt',
      canceled: 'Storniert',
      returned: 'Zurückgesandt',
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
    signIn: 'Voir les commandes',
    changeEmail: 'Demander un autre code',
    signedInAs: email => `Connecté avec ${email}`,
    noOrders: 'Vous n’avez pas encore de commande.',
    older: 'Commandes plus anciennes',
    newest: 'Commandes les plus récentes',
    signOut: 'Se déconnecter',
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
    signIn: 'Ver pedidos',
    changeEmail: 'Pedir otro código',
    signedInAs: email => `Sesión iniciada como ${email}`,
    noOrders: 'Todavía no tienes pedidos.',
    older: 'Pedidos anteriores',
    newest: 'Pedidos más recientes',
    signOut: 'Cerrar sesión',
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
    signIn: 'Ver pedidos',
    changeEmail: 'Pedir outro código',
    signedInAs: email => `Conectado como ${email}`,
    noOrders: 'Você ainda não tem pedidos.',
    older: 'Pedidos mais antigos',
    newest: 'Pedidos mais recentes',
    signOut: 'Sair',
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
    signIn: 'عرض الطلبات',
    changeEmail: 'طلب رمز آخر',
    signedInAs: email => `تم تسجيل الدخول باسم ${email}`,
    noOrders: 'ليس لديك طلبات بعد.',
    older: 'طلبات أقدم',
    newest: 'أحدث الطلبات',
    signOut: 'تسجيل الخروج',
    states: {
      received: 'تم الاستلام',
      confirmed: 'قيد التجهيز',
      shipped: 'في الطريق',
      delivered: 'تم التوصيل',
      canceled: 'ملغى',
      returned: 'مُرجع',
    },
  },
}
