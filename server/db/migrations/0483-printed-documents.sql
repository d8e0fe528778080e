alter table order_print
  drop constraint order_print_document_check,
  add check (document in ('packingSlip', 'deliveryNote', 'receipt', 'invoice', 'creditNote'));
