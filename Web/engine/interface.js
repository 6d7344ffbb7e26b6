// Written by web-interface from Sources/Web/PlayfieldWeb/Interface: what the module's numbers mean.

/** Of this very interface; the module's must be the same. */
export const fingerprint = 1366827858;

/** Of the project. */
export const version = "0.1.0";

export const phases = ["waiting", "rolling", "asking", "solved", "tooManyDice", "shown"];
export const tables = ["clear", "rolling", "resting"];
export const modes = ["count", "add", "multiply", "race"];
export const verdicts = ["right", "wrong", "unsure", "secret"];
export const sources = ["pen", "keys", "voice"];
export const helps = ["none", "pointing", "countingAlong", "answer"];
export const steps = ["countToFive", "countToTen", "addTwo", "addThree", "addMore", "timesOnesAndTwos", "timesFives", "timesThreesFoursAndSixes", "timesThreeDice"];
export const waits = ["dice", "stillness", "rest", "stray", "change"];
export const shapes = ["fit", "fill", "crop"];
export const formats = ["RGBA", "BGRA", "I420", "NV12"];
export const matrices = ["bt601", "bt709", "bt2020"];
export const racePhases = ["waiting", "asking", "choosing", "tooFewDice", "tooManyDice", "won"];
export const ways = ["sum", "difference", "secret"];
export const planeStates = ["held", "moved", "lost", "plain"];
export const hearings = ["silence", "speech", "said"];
export const spokenWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "oh", "hundred", "and", "a", "double", "triple"];
export const spokenParts = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thir", "fif", "twen", "teen", "ty", "oh", "hundred", "and", "a", "double", "triple", "other"];

export const confidenceThreshold = 0.2;
export const iouThreshold = 0.3;
export const starsToLearn = 6;
export const digitSide = 28;
export const sectionCount = 9;
export const maximumRacers = 4;
export const pawnRing = 0.75;
export const pawnHeight = 0.27;

const box = (numbers, at) => {
  const [x, y, width, height] = numbers.subarray(at, at + 4);
  return Number.isNaN(x) ? null : { x, y, width, height };
};
const optional = (number) => (Number.isNaN(number) ? null : number);

export const sighting = {
  length: 12,
  read: (numbers, at) => ({
    value: numbers[at],
    confidence: numbers[at + 1],
    box: box(numbers, at + 2),
    scores: [...numbers.subarray(at + 6, at + 12)],
  }),
};

export const readingTimes = {
  length: 3,
  read: (numbers, at) => ({
    upright: numbers[at],
    network: numbers[at + 1],
    boxes: numbers[at + 2],
  }),
};

export const game = {
  length: 11,
  read: (numbers, at) => ({
    phase: phases[numbers[at]],
    table: tables[numbers[at + 1]],
    mode: modes[numbers[at + 2]],
    round: numbers[at + 3],
    tries: numbers[at + 4],
    answer: optional(numbers[at + 5]),
    help: helps[numbers[at + 6]],
    maximumDice: numbers[at + 7],
    showsValues: numbers[at + 8] !== 0,
    minimumNextDice: optional(numbers[at + 9]),
    maximumNextDice: optional(numbers[at + 10]),
  }),
};

export const die = {
  length: 7,
  read: (numbers, at) => ({
    id: numbers[at],
    value: numbers[at + 1],
    read: optional(numbers[at + 2]),
    box: box(numbers, at + 3),
  }),
};

export const counted = {
  length: 1,
  read: (numbers, at) => ({
    result: numbers[at],
  }),
};

export const outlook = {
  length: 2,
  read: (numbers, at) => ({
    wait: waits[numbers[at]],
    rest: numbers[at + 1],
  }),
};

export const trackedDie = {
  length: 6,
  read: (numbers, at) => ({
    value: numbers[at],
    stillness: numbers[at + 1],
    box: box(numbers, at + 2),
  }),
};

export const step = {
  length: 5,
  read: (numbers, at) => ({
    name: steps[numbers[at]],
    mode: modes[numbers[at + 1]],
    stars: numbers[at + 2],
    isLearned: numbers[at + 3] !== 0,
    isCurrent: numbers[at + 4] !== 0,
  }),
};

export const digitReading = {
  length: 3,
  read: (numbers, at) => ({
    digit: numbers[at],
    confidence: numbers[at + 1],
    isCertain: numbers[at + 2] !== 0,
  }),
};

export const race = {
  length: 11,
  read: (numbers, at) => ({
    phase: racePhases[numbers[at]],
    player: numbers[at + 1],
    winner: optional(numbers[at + 2]),
    first: optional(numbers[at + 3]),
    second: optional(numbers[at + 4]),
    newFirst: optional(numbers[at + 5]),
    newSecond: optional(numbers[at + 6]),
    isRollOnTable: numbers[at + 7] !== 0,
    otherCount: optional(numbers[at + 8]),
    sumSection: optional(numbers[at + 9]),
    differenceSection: optional(numbers[at + 10]),
  }),
};

export const racer = {
  length: 2,
  read: (numbers, at) => ({
    section: numbers[at],
    turns: numbers[at + 1],
  }),
};

export const move = {
  length: 7,
  read: (numbers, at) => ({
    player: numbers[at],
    first: numbers[at + 1],
    second: numbers[at + 2],
    answer: numbers[at + 3],
    way: ways[numbers[at + 4]],
    from: numbers[at + 5],
    to: numbers[at + 6],
  }),
};

export const planeView = {
  length: 12,
  read: (numbers, at) => ({
    state: planeStates[numbers[at]],
    matrix: [...numbers.subarray(at + 1, at + 10)],
    coverWidth: numbers[at + 10],
    coverHeight: numbers[at + 11],
  }),
};

export const lying = {
  length: 4,
  read: (numbers, at) => ({
    up: [...numbers.subarray(at, at + 3)],
    height: numbers[at + 3],
  }),
};

export const boardSight = {
  length: 12,
  read: (numbers, at) => ({
    plane: [...numbers.subarray(at, at + 9)],
    up: [...numbers.subarray(at + 9, at + 12)],
  }),
};

export const boardDie = {
  length: 4,
  read: (numbers, at) => ({
    x: numbers[at],
    y: numbers[at + 1],
    side: numbers[at + 2],
    turn: numbers[at + 3],
  }),
};

export const spokenReading = {
  length: 5,
  read: (numbers, at) => ({
    isNumber: numbers[at] !== 0,
    probabilityOfNone: numbers[at + 1],
    confidence: numbers[at + 2],
    isCertain: numbers[at + 3] !== 0,
    isTooQuiet: numbers[at + 4] !== 0,
  }),
};

export const candidate = {
  length: 2,
  read: (numbers, at) => ({
    number: numbers[at],
    probability: numbers[at + 1],
  }),
};

export const soundFrame = {
  length: 80,
  read: (numbers, at) => ({
    bands: [...numbers.subarray(at, at + 80)],
  }),
};

export const moment = {
  length: 2,
  read: (numbers, at) => ({
    part: spokenParts[numbers[at]],
    probability: numbers[at + 1],
  }),
};

export const spokenWord = {
  length: 1,
  read: (numbers, at) => ({
    word: spokenWords[numbers[at]],
  }),
};
