// Written by web-interface from Sources/Web/PlayfieldToss/Interface: what the module's numbers mean.

/** Of this very interface; the module's must be the same. */
export const fingerprint = 3207414419;

/** Of the project. */
export const version = "0.1.0";

export const networks = ["boards", "boardFits", "people", "bodies", "styles"];
export const events = ["stateChanged", "throwEnded", "throwChanged", "notice", "paceChanged"];
export const states = ["lookingForBoard", "waitingForStillCamera", "waitingForPlayer", "ready", "inFlight", "landed", "summary"];
export const decisions = ["rest", "path"];
export const notices = ["noFrames", "noBoard", "noThrow", "uncertainBoard", "severalPeople", "cameraMoved", "anotherView", "boardElsewhere", "flightUnseen", "notMeasured", "releaseUnseen", "gameOver", "cutInFlight", "unevenFrames", "gravityDisagrees"];
export const paces = ["nothingLeftOut", "fewerPoses", "fewerFrames", "framesLost"];
export const styles = ["overhand", "underhand", "underleg", "none", "unseen"];
export const outcomes = ["hole", "board", "off"];

const optional = (number) => (Number.isNaN(number) ? null : number);

export const event = {
  length: 7,
  read: (numbers, at) => ({
    kind: events[numbers[at]],
    state: states[numbers[at + 1]],
    number: optional(numbers[at + 2]),
    decision: decisions[numbers[at + 3]],
    notice: notices[numbers[at + 4]],
    value: optional(numbers[at + 5]),
    pace: paces[numbers[at + 6]],
  }),
};

export const toss = {
  length: 22,
  read: (numbers, at) => ({
    number: numbers[at],
    startFrame: numbers[at + 1],
    endFrame: numbers[at + 2],
    releaseFrame: numbers[at + 3],
    time: numbers[at + 4],
    style: styles[numbers[at + 5]],
    styleConfidence: numbers[at + 6],
    angle: optional(numbers[at + 7]),
    angleError: optional(numbers[at + 8]),
    speed: optional(numbers[at + 9]),
    speedError: optional(numbers[at + 10]),
    distance: optional(numbers[at + 11]),
    distanceError: optional(numbers[at + 12]),
    stand: optional(numbers[at + 13]),
    standError: optional(numbers[at + 14]),
    outcome: outcomes[numbers[at + 15]],
    points: numbers[at + 16],
    isWithdrawn: numbers[at + 17] !== 0,
    cameraMoved: numbers[at + 18] !== 0,
    releaseUnseen: numbers[at + 19] !== 0,
    gravityRatio: optional(numbers[at + 20]),
    offTheLine: optional(numbers[at + 21]),
  }),
};

export const pathPoint = {
  length: 5,
  read: (numbers, at) => ({
    frame: numbers[at],
    time: numbers[at + 1],
    x: numbers[at + 2],
    y: numbers[at + 3],
    radius: numbers[at + 4],
  }),
};

export const timedPose = {
  length: 59,
  read: (numbers, at) => ({
    frame: numbers[at],
    time: numbers[at + 1],
    joints: [...numbers.subarray(at + 2, at + 59)],
  }),
};

export const eventHash = {
  length: 2,
  read: (numbers, at) => ({
    low: numbers[at],
    high: numbers[at + 1],
  }),
};
