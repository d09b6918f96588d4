/** Sentences of both languages, with what is hard: codes, capitals, marks, unknown letters, several lines. */
export const sentences = [
  'Не приходит код подтверждения, ошибка E-1045 в приложении версии 2.3.1',
  'After the update the printer prints blank pages only.',
  'ПРИНТЕР HP LaserJet печатает полосами!!!',
  'Заказ №48-221/А не доставлен 😀😀😀 верните деньги',
  'ё',
  'Wi-Fi падает каждые 5 минут\nроутер в другой комнате',
  'қазақ тілі, українська мова, 漢字',
];
