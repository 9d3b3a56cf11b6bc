/** What stands after a number: the words for one and for several. Symbols are case-sensitive where two units share letters. */
export interface Unit {
  one: string
  many: string
}

function unit(one: string, many = `${one}s`): Unit {
  return { one, many }
}

export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['mm', unit('millimeter')],
  ['cm', unit('centimeter')],
  ['m', unit('meter')],
  ['km', unit('kilometer')],
  ['in', unit('inch', 'inches')],
  ['ft', unit('foot', 'feet')],
  ['yd', unit('yard')],
  ['yds', unit('yard')],
  ['mi', unit('mile')],
  ['nm', unit('nanometer')],
  ['µm', unit('micrometer')],
  ['μm', unit('micrometer')],
  ['m2', unit('square meter')],
  ['km2', unit('square kilometer')],
  ['m3', unit('cubic meter')],
  ['cm3', unit('cubic centimeter')],
  ['mg', unit('milligram')],
  ['g', unit('gram')],
  ['kg', unit('kilogram')],
  ['lb', unit('pound')],
  ['lbs', unit('pound')],
  ['oz', unit('ounce')],
  ['tbsp', unit('tablespoon')],
  ['tsp', unit('teaspoon')],
  ['ml', unit('milliliter')],
  ['mL', unit('milliliter')],
  ['cl', unit('centiliter')],
  ['l', unit('liter')],
  ['L', unit('liter')],
  ['ms', unit('millisecond')],
  ['s', unit('second')],
  ['sec', unit('second')],
  ['secs', unit('second')],
  ['min', unit('minute')],
  ['mins', unit('minute')],
  ['h', unit('hour')],
  ['hr', unit('hour')],
  ['hrs', unit('hour')],
  ['yr', unit('year')],
  ['yrs', unit('year')],
  ['mph', unit('mile per hour', 'miles per hour')],
  ['kph', unit('kilometer per hour', 'kilometers per hour')],
  ['kmh', unit('kilometer per hour', 'kilometers per hour')],
  ['km/h', unit('kilometer per hour', 'kilometers per hour')],
  ['m/s', unit('meter per second', 'meters per second')],
  ['mpg', unit('mile per gallon', 'miles per gallon')],
  ['rpm', unit('revolution per minute', 'revolutions per minute')],
  ['fps', unit('frame per second', 'frames per second')],
  ['Hz', unit('hertz', 'hertz')],
  ['kHz', unit('kilohertz', 'kilohertz')],
  ['MHz', unit('megahertz', 'megahertz')],
  ['GHz', unit('gigahertz', 'gigahertz')],
  ['dB', unit('decibel')],
  ['KB', unit('kilobyte')],
  ['kB', unit('kilobyte')],
  ['MB', unit('megabyte')],
  ['GB', unit('gigabyte')],
  ['TB', unit('terabyte')],
  ['kbps', unit('kilobit per second', 'kilobits per second')],
  ['Mbps', unit('megabit per second', 'megabits per second')],
  ['Gbps', unit('gigabit per second', 'gigabits per second')],
  ['W', unit('watt')],
  ['kW', unit('kilowatt')],
  ['MW', unit('megawatt')],
  ['kWh', unit('kilowatt hour')],
  ['V', unit('volt')],
  ['mA', unit('milliamp')],
  ['A', unit('amp')],
  ['J', unit('joule')],
  ['kJ', unit('kilojoule')],
  ['kcal', unit('kilocalorie')],
  ['cal', unit('calorie')],
  ['N', unit('newton')],
  ['Pa', unit('pascal')],
  ['kPa', unit('kilopascal')],
  ['psi', unit('pound per square inch', 'pounds per square inch')],
  ['°', unit('degree')],
  ['°C', unit('degree celsius', 'degrees celsius')],
  ['°F', unit('degree fahrenheit', 'degrees fahrenheit')],
  ['K', unit('kelvin', 'kelvin')],
])

/** Units that are also everyday words or letters: read as a unit only where they touch the number ("5in", not "5 in"). */
export const UNITS_ONLY_JOINED: ReadonlySet<string> = new Set(['in', 's', 'h', 'A', 'K', 'N', 'J', 'V', 'W'])

export const MAGNITUDES: ReadonlyMap<string, string> = new Map([
  ['k', 'thousand'],
  ['K', 'thousand'],
  ['m', 'million'],
  ['M', 'million'],
  ['mn', 'million'],
  ['mln', 'million'],
  ['b', 'billion'],
  ['B', 'billion'],
  ['bn', 'billion'],
  ['tn', 'trillion'],
  ['T', 'trillion'],
])

export const MAGNITUDE_WORDS: ReadonlySet<string> = new Set([
  'hundred',
  'thousand',
  'million',
  'billion',
  'trillion',
])

export interface Currency {
  whole: Unit
  part: Unit
}

const CENT = unit('cent')
const DOLLAR: Currency = { whole: unit('dollar'), part: CENT }

export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ['$', DOLLAR],
  ['US$', { whole: unit('us dollar'), part: CENT }],
  ['A$', { whole: unit('australian dollar'), part: CENT }],
  ['C$', { whole: unit('canadian dollar'), part: CENT }],
  ['£', { whole: unit('pound'), part: unit('penny', 'pence') }],
  ['€', { whole: unit('euro'), part: CENT }],
  ['¥', { whole: unit('yen', 'yen'), part: unit('sen', 'sen') }],
  ['₹', { whole: unit('rupee'), part: unit('paisa', 'paise') }],
])
