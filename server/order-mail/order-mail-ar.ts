import type { OrderMailTexts } from './order-mail-language.ts'

export const orderMailAr: OrderMailTexts = {
  templates: {
    received: {
      subject: 'تم استلام الطلب {{order_number}}',
      heading: 'شكرًا لطلبك',
      text: 'لقد استلمنا طلبك {{order_number}}.',
      button: 'عرض الطلب',
    },
    payment_request: {
      subject: 'طلبك {{order_number}} من {{store_name}}',
      heading: 'طلبك جاهز للدفع',
      text:
        'أعددنا لك الطلب {{order_number}}. المبلغ المستحق: {{amount}}. يمكنك فتح الطلب ' +
        'لمعرفة طريقة الدفع.',
      button: 'عرض الطلب والدفع',
    },
    paid: {
      subject: 'تم استلام دفعة الطلب {{order_number}}',
      heading: 'لقد استلمنا دفعتك',
      text: 'شكرًا لك. وصلتنا دفعتك بمبلغ {{amount}} عن الطلب {{order_number}}.',
      button: 'عرض الطلب',
    },
    payment_failed: {
      subject: 'تعذّر دفع الطلب {{order_number}}',
      heading: 'تعذّرت عملية الدفع',
      text: 'لم نتمكّن من تحصيل مبلغ الطلب {{order_number}}. افتح الطلب لمعرفة المبلغ المستحق.',
      button: 'عرض الطلب',
    },
    shipped: {
      subject: 'الطلب {{order_number}} في الطريق',
      heading: 'طلبك في الطريق',
      text: 'لقد أرسلنا طلبك.',
      button: 'عرض الطلب',
    },
    delivered: {
      subject: 'تم توصيل الطلب {{order_number}}',
      heading: 'لقد وصل طلبك',
      text: 'تم توصيل طلبك. نتمنى أن ينال إعجابك.',
      button: 'عرض الطلب',
    },
    cancelled: {
      subject: 'أُلغي الطلب {{order_number}}',
      heading: 'أُلغي طلبك',
      text: '{{reason}}\n\nإذا لم تكن تتوقع ذلك، فأجب عن هذه الرسالة.',
      button: 'عرض الطلب',
    },
    refunded: {
      subject: 'استرداد مبلغ الطلب {{order_number}}',
      heading: 'لقد أعدنا إليك المبلغ',
      text: 'أعدنا إليك {{amount}} عن الطلب {{order_number}}. قد يستغرق وصول المبلغ بضعة أيام.',
      button: 'عرض الطلب',
    },
    return_accepted: {
      subject: 'قُبل إرجاع الطلب {{order_number}}',
      heading: 'قُبل طلب الإرجاع',
      text: 'يمكنك إعادة المنتجات إلينا.\n\n{{reason}}',
      button: 'عرض الطلب',
    },
    return_declined: {
      subject: 'رُفض إرجاع الطلب {{order_number}}',
      heading: 'رُفض طلب الإرجاع',
      text: '{{reason}}\n\nإذا كانت لديك أسئلة، فأجب عن هذه الرسالة.',
      button: 'عرض الطلب',
    },
    withdrawal: {
      subject: 'تم استلام العدول عن الطلب {{order_number}}',
      heading: 'لقد استلمنا عدولك عن العقد',
      text: 'تؤكد هذه الرسالة أنك عدلت عن عقد الطلب {{order_number}}. سنتواصل معك بشأن الخطوات التالية.',
      button: 'عرض الطلب',
    },
    new_order: {
      subject: 'طلب جديد {{order_number}}',
      heading: 'لديك طلب جديد',
      text: 'قدّم {{customer_name}} الطلب {{order_number}} بقيمة {{total}}.',
      button: 'عرض الطلب',
    },
  },
  reasons: {
    customer: 'أُلغي الطلب بناءً على رغبتك.',
    stock: 'للأسف، نفدت المنتجات من المخزون.',
    payment: 'لم نستلم الدفعة.',
    address: 'لا يمكننا التوصيل إلى عنوان الطلب.',
    duplicate: 'كان الطلب مكررًا.',
  },
  discount: 'الخصم',
  shipping: 'التوصيل',
  tax: 'الضريبة',
  includedTax: 'شامل الضريبة',
  taxExemptions: {
    reverse_charge: 'احتساب عكسي: يدفع المشتري الضريبة.',
    exempt: 'هذا الطلب معفى من الضريبة.',
  },
  total: 'الإجمالي',
  payment: 'الدفع',
  tracking: 'رقم التتبع',
  writeReview: 'كتابة مراجعة',
  name: 'الاسم',
  order: 'الطلب',
  email: 'البريد الإلكتروني',
  receivedAt: 'تاريخ الاستلام',
}
