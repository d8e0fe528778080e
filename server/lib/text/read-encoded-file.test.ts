import { expect, test } from 'vitest'
import { readEncodedFile } from './read-encoded-file.ts'

async function* toStream(bytes: Buffer) {
  yield bytes
}

async function read(bytes: Buffer, chosen: Parameters<typeof readEncodedFile>[1] = null) {
  const { openFile, encoding } = await readEncodedFile(toStream(bytes), chosen)
  return { text: Buffer.concat(await Array.fromAsync(await openFile())).toString(), encoding }
}

test.each([
  [
    'windows-1250',
    'a,Żółta koszulka męska,10\nb,Świeca zapachowa łąkowa,12\nc,Dzbanek na wodę,5',
    'YSyv87N0YSBrb3N6dWxrYSBt6nNrYSwxMApiLIx3aWVjYSB6YXBhY2hvd2Egs7lrb3dhLDEyCmMsRHpiYW5layBuYSB3b2TqLDU=',
  ],
  [
    'windows-1250',
    'a,Příliš žluťoučký kůň,10\nb,Dětské tričko modré,12\nc,Čajová konvice větší,5',
    'YSxQ+O1saZognmx1nW916Gv9IGv58iwxMApiLETsdHNr6SB0cmnoa28gbW9kcuksMTIKYyzIYWpvduEga29udmljZSB27HSa7Sw1',
  ],
  [
    'iso-8859-2',
    'a,Příliš žluťoučký kůň,10\nb,Dětské tričko modré,12\nc,Čajová konvice větší,5',
    'YSxQ+O1sabkgvmx1u2916Gv9IGv58iwxMApiLETsdHNr6SB0cmnoa28gbW9kcuksMTIKYyzIYWpvduEga29udmljZSB27HS57Sw1',
  ],
  [
    'windows-1250',
    'a,Árvíztűrő tükörfúrógép,10\nb,Női póló kék,12\nc,Főzőedény nagy méretű,5',
    'YSzBcnbtenT7cvUgdPxr9nJm+nLzZ+lwLDEwCmIsTvVpIHDzbPMga+lrLDEyCmMsRvV69WVk6W55IG5hZ3kgbelyZXT7LDU=',
  ],
  [
    'windows-1252',
    'a,Wollmütze grün,10\nb,Größe für Hände,12\nc,Teekanne weiß schön,5',
    'YSxXb2xsbfx0emUgZ3L8biwxMApiLEdy9t9lIGb8ciBI5G5kZSwxMgpjLFRlZWthbm5lIHdlad8gc2No9m4sNQ==',
  ],
  [
    'windows-1252',
    'a,Théière en grès émaillé,10\nb,Écharpe légère d’été,12\nc,Boîte à gâteaux,5',
    'YSxUaOlp6HJlIGVuIGdy6HMg6W1haWxs6SwxMApiLMljaGFycGUgbOln6HJlIGSS6XTpLDEyCmMsQm/udGUg4CBn4nRlYXV4LDU=',
  ],
  [
    'macintosh',
    'a,Wollmütze grün,10\nb,Größe für Hände,12\nc,Teekanne weiß schön,5',
    'YSxXb2xsbZ90emUgZ3KfbiwxMApiLEdymqdlIGafciBIim5kZSwxMgpjLFRlZWthbm5lIHdlaacgc2Nomm4sNQ==',
  ],
  [
    'macintosh',
    'a,Théière en grès émaillé,10\nb,Écharpe légère d’été,12\nc,Boîte à gâteaux,5',
    'YSxUaI5pj3JlIGVuIGdyj3Mgjm1haWxsjiwxMApiLINjaGFycGUgbI5nj3JlIGTVjnSOLDEyCmMsQm+UdGUgiCBniXRlYXV4LDU=',
  ],
  [
    'windows-1254',
    'a,Yeşil kışlık şapka,10\nb,Çocuk gömleği ışıltılı,12\nc,Büyük çaydanlık,5',
    'YSxZZf5pbCBr/f5s/Wsg/mFwa2EsMTAKYizHb2N1ayBn9m1sZfBpIP3+/Wx0/Wz9LDEyCmMsQvx5/Gsg52F5ZGFubP1rLDU=',
  ],
  [
    'windows-1251',
    'a,Чайник керамический,10\nb,Рубашка мужская синяя,12\nc,Свеча ароматная,5',
    'YSzX4Ont6Oog6uXw4Ozo9+Xx6ujpLDEwCmIs0PPh4Pjq4CDs8+bx6uD/IPHo7f//LDEyCmMs0eLl9+Ag4PDu7ODy7eD/LDU=',
  ],
  [
    'koi8-r',
    'a,Чайник керамический,10\nb,Рубашка мужская синяя,12\nc,Свеча ароматная,5',
    'YSz+wcrOycsgy8XSwc3J3sXTy8nKLDEwCmIs8tXCwdvLwSDN1dbTy8HRINPJztHRLDEyCmMs89fF3sEgwdLPzcHUzsHRLDU=',
  ],
  [
    'ibm866',
    'a,Чайник керамический,10\nb,Рубашка мужская синяя,12\nc,Свеча ароматная,5',
    'YSyXoKmtqKogqqXgoKyo56XhqqipLDEwCmIskOOhoOiqoCCs46bhqqDvIOGore/vLDEyCmMskaKl56AgoOCurKDiraDvLDU=',
  ],
  [
    'x-mac-cyrillic',
    'a,Чайник керамический,10\nb,Рубашка мужская синяя,12\nc,Свеча ароматная,5',
    'YSyX4Ont6Oog6uXw4Ozo9+Xx6ujpLDEwCmIskPPh4Pjq4CDs8+bx6uDfIPHo7d/fLDEyCmMskeLl9+Ag4PDu7ODy7eDfLDU=',
  ],
  [
    'windows-1253',
    'a,Μπλούζα ανδρική μπλε,10\nb,Κερί αρωματικό,12\nc,Τσαγιέρα κεραμική,5',
    'YSzM8Ovv/ebhIOHt5PHp6t4g7PDr5SwxMApiLMrl8d8g4fH57OH06er8LDEyCmMs1PPh4+nd8eEg6uXx4ezp6t4sNQ==',
  ],
  [
    'windows-1256',
    'a,قميص رجالي أزرق,10\nb,شمعة معطرة,12\nc,إبريق شاي كبير,5',
    'YSze4+3VINHMx+HtIMPS0d4sMTAKYizU49rJIOPa2NHJLDEyCmMsxcjR7d4g1MftIN/I7dEsNQ==',
  ],
  ['windows-1256', 'x,قميص,10', 'eCze4+3VLDEw'],
  [
    'iso-8859-6',
    'a,قميص رجالي أزرق,10\nb,شمعة معطرة,12\nc,إبريق شاي كبير,5',
    'YSzi5erVINHMx+TqIMPS0eIsMTAKYizU5dnJIOXZ19HJLDEyCmMsxcjR6uIg1MfqIOPI6tEsNQ==',
  ],
  [
    'iso-8859-8',
    'a,חולצה כחולה לגבר,10\nb,נר ריחני,12\nc,קומקום תה גדול,5',
    'YSzn5ez25CDr5+Xs5CDs4uH4LDEwCmIs8Pgg+Onn8OksMTIKYyz35e735e0g+uQg4uPl7Cw1',
  ],
  [
    'windows-1257',
    'a,Vyriški marškiniai mėlyni,10\nb,Kvapnioji žvakė,12\nc,Didelis arbatinukas šiltas,5',
    'YSxWeXJp8GtpIG1hcvBraW5pYWkgbetseW5pLDEwCmIsS3ZhcG5pb2ppIP52YWvrLDEyCmMsRGlkZWxpcyBhcmJhdGludWthcyDwaWx0YXMsNQ==',
  ],
  [
    'windows-874',
    'a,เสื้อเชิ้ตผู้ชายสีน้ำเงิน,10\nb,เทียนหอม,12',
    'YSzgytfpzeCq1Om1vNnpqtLCytW56dPgp9S5LDEwCmIs4LfVwrnLzcEsMTI=',
  ],
  [
    'shift_jis',
    'a,メンズシャツ青,10\nb,アロマキャンドル,12\nc,陶器の急須（大）,5',
    'YSyDgYOTg1mDVoODg2OQwiwxMApiLINBg42DfYNMg4ODk4Nog4ssMTIKYyyTqYrtgsyLfZB7gWmR5YFqLDU=',
  ],
  [
    'euc-jp',
    'a,メンズシャツ青,10\nb,アロマキャンドル,12\nc,陶器の急須（大）,5',
    'YSyl4aXzpbqlt6XjpcTAxCwxMApiLKWipe2l3qWtpeOl86XJpessMTIKYyzGq7TvpM613r/cocrC56HLLDU=',
  ],
  [
    'iso-2022-jp',
    'a,メンズシャツ青,10\nb,アロマキャンドル,12\nc,陶器の急須（大）,5',
    'YSwbJEIlYSVzJTolNyVjJURARBsoQiwxMApiLBskQiUiJW0lXiUtJWMlcyVJJWsbKEIsMTIKYywbJEJGKzRvJE41Xj9cIUpCZyFLGyhCLDU=',
  ],
  [
    'gb18030',
    'a,男士蓝色衬衫,10\nb,香薰蜡烛,12\nc,陶瓷茶壶大号,5',
    'YSzE0Mq/wLbJq7PEycAsMTAKYizP4965wK/W8iwxMgpjLMzVtMmy6Lr4tPO6xSw1',
  ],
  [
    'big5',
    'a,男士藍色襯衫,10\nb,香薰蠟燭,12\nc,陶瓷茶壺大號,5',
    'YSyoa6RowsWm4sWorW0sMTAKYiytu8LIxPrA6ywxMgpjLLOzsqGv+bP9pGq4uSw1',
  ],
  [
    'euc-kr',
    'a,남성용 파란 셔츠,10\nb,향초 세트,12\nc,도자기 찻주전자,5',
    'YSyzsry6v+sgxsS29SC8xcP3LDEwCmIsx+LDyiC8vMauLDEyCmMstbXA2rHiIML+wdbA/MDaLDU=',
  ],
  [
    'utf-16le',
    'a,Wollmütze grün,10\nb,Größe für Hände,12\nc,Teekanne weiß schön,5',
    'YQAsAFcAbwBsAGwAbQD8AHQAegBlACAAZwByAPwAbgAsADEAMAAKAGIALABHAHIA9gDfAGUAIABmAPwAcgAgAEgA5ABuAGQAZQAsADEAMgAKAGMALABUAGUAZQBrAGEAbgBuAGUAIAB3AGUAaQDfACAAcwBjAGgA9gBuACwANQA=',
  ],
  [
    'utf-16be',
    'a,メンズシャツ青,10\nb,アロマキャンドル,12\nc,陶器の急須（大）,5',
    'AGEALDDhMPMwujC3MOMwxJdSACwAMQAwAAoAYgAsMKIw7TDeMK0w4zDzMMkw6wAsADEAMgAKAGMALJZ2VmgwbmAlmAj/CFkn/wkALAA1',
  ],
] as const)('detects %s', async (encoding, text, base64) => {
  const bytes = Buffer.from(base64, 'base64')
  const result = await read(bytes)
  expect(result.text).toBe(text)
  expect(result.encoding?.encoding).toBe(encoding)
  const [sample = ''] = result.encoding?.encodingSamples ?? []
  const start = new TextDecoder(encoding).decode(Buffer.from(sample, 'base64')).slice(0, 10)
  expect(text.startsWith(start)).toBe(true)
})

test('reads a file in the encoding that a user has chosen', async () => {
  const bytes = Buffer.from('a,caf\xe9\n', 'latin1')
  expect((await read(bytes, 'windows-1251')).text).toBe('a,cafй\n')
})

test.each([
  ['UTF-8', Buffer.from('a,é\n')],
  ['UTF-8 with a damaged letter', Buffer.from([...Buffer.from('a,éüö\n'.repeat(9)), 0xe9])],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeffa,é\n', 'utf16le')],
  ['ASCII', Buffer.from('a,b\n')],
  ['nothing', Buffer.alloc(0)],
])('leaves a file in %s as it is', async (_, bytes) => {
  const { openFile, encoding } = await readEncodedFile(toStream(bytes), null)
  expect(encoding).toBeNull()
  expect(Buffer.concat(await Array.fromAsync(await openFile()))).toEqual(bytes)
})

test('shows long lines from the cell with other letters on', async () => {
  const line = `${'x'.repeat(500)},${'y'.repeat(20)} \xe9t\xe9,${'z'.repeat(500)}`
  const { encoding } = await read(Buffer.from(`a,b\n${line}\n${line}\n`, 'latin1'))
  const samples = encoding?.encodingSamples.map(each =>
    Buffer.from(each, 'base64').toString('latin1'),
  )
  expect(samples).toEqual([`${'y'.repeat(20)} \xe9t\xe9`])
})
