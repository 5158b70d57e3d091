-- A data folder as Rufen wrote it when its schema was 1: a game that is over, and one in its second round.
-- Anna's secret is anna-secret-of-version-one-0001, Ben's is ben-secret-of-version-one-00002.
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules INTEGER NOT NULL,
  created_at REAL NOT NULL, updated_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE event (
  game TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO meta VALUES ('schema', '1');
INSERT INTO game VALUES ('finished01', 62, 1, 1790000001.0, 1790000062.5);
INSERT INTO game VALUES ('running001', 30, 1, 1790001001.0, 1790001030.5);
INSERT INTO event VALUES ('finished01', 1, 1790000001.0, '0/create',
  CAST('{"type":"game_created","seats":3,"rules":{"round_mode":"custom","custom_round_count":3},"first_dealer":2}' AS BLOB));
INSERT INTO event VALUES ('finished01', 2, 1790000002.5, '0/create',
  CAST('{"type":"seat_taken","seat":0,"name":"Anna","kind":"person","level":null}' AS BLOB));
INSERT INTO event VALUES ('finished01', 3, 1790000003.5, '0/create',
  CAST('{"type":"seat_key_set","seat":0,"key":"3c83aab4e67285e72fc8ba7161f0358740bc31a3c32c0a767c4000dd3bc65584"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 4, 1790000004.5, '0/create',
  CAST('{"type":"seat_taken","seat":1,"name":"Ben","kind":"bot","level":"beginner"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 5, 1790000005.5, '0/create',
  CAST('{"type":"seat_taken","seat":2,"name":"Cara","kind":"bot","level":"beginner"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 6, 1790000006.5, '0/create',
  CAST('{"type":"game_started","first_dealer":2,"draws":[]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 7, 1790000007.5, 'server',
  CAST('{"type":"deck_sealed","deck":["G5","R8","R4","B2","J4","R3","G4","Y12","G3","B11","Y1","G13","G7","R13","Y13","B10","R5","G2","G12","Y6","W2","J1","G8","Y9","J3","G6","R2","B5","B12","W3","Y11","G10","R12","B13","Y7","B4","R9","G11","B7","Y4","B9","R11","W1","Y10","J2","R10","W4","B8","B3","G1","R6","R7","Y3","Y8","G9","R1","Y2","B6","B1","Y5"],"salt":"salt0c5c7fd0a6a3a4506513270e269e0d37"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 8, 1790000008.5, 'server',
  CAST('{"type":"round_started","number":1,"hand_size":1,"dealer":2,"commitment":"296e7769c3a331cbbfd029389f7ab808a714a9e69f9ab7c3f420a3ff8afbf11e"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 9, 1790000009.5, 'server',
  CAST('{"type":"hand_dealt","seat":0,"cards":["G5"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 10, 1790000010.5, 'server',
  CAST('{"type":"hand_dealt","seat":1,"cards":["R8"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 11, 1790000011.5, 'server',
  CAST('{"type":"hand_dealt","seat":2,"cards":["R4"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 12, 1790000012.5, 'server',
  CAST('{"type":"turn_up_shown","card":"B2","trump":"B"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 13, 1790000013.5, '0/test-00000001',
  CAST('{"type":"bid_placed","seat":0,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 14, 1790000014.5, 'bot',
  CAST('{"type":"bid_placed","seat":1,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 15, 1790000015.5, 'bot',
  CAST('{"type":"bid_placed","seat":2,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 16, 1790000016.5, '0/test-00000002',
  CAST('{"type":"card_played","seat":0,"card":"G5"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 17, 1790000017.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"R8"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 18, 1790000018.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"R4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 19, 1790000019.5, 'bot',
  CAST('{"type":"trick_won","seat":0,"card":"G5"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 20, 1790000020.5, 'bot',
  CAST('{"type":"round_scored","bids":[0,0,0],"tricks":[1,0,0],"scores":[-10,20,20],"totals":[-10,20,20],"deck":["G5","R8","R4","B2","J4","R3","G4","Y12","G3","B11","Y1","G13","G7","R13","Y13","B10","R5","G2","G12","Y6","W2","J1","G8","Y9","J3","G6","R2","B5","B12","W3","Y11","G10","R12","B13","Y7","B4","R9","G11","B7","Y4","B9","R11","W1","Y10","J2","R10","W4","B8","B3","G1","R6","R7","Y3","Y8","G9","R1","Y2","B6","B1","Y5"],"salt":"salt0c5c7fd0a6a3a4506513270e269e0d37"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 21, 1790000021.5, 'server',
  CAST('{"type":"deck_sealed","deck":["R4","Y5","R8","B11","G10","W4","W3","Y10","Y13","B3","G2","R7","J2","J3","R3","B2","B1","G13","G4","R10","J4","B5","Y11","B10","G12","B8","G7","R6","B7","R12","Y9","Y2","R2","W2","R13","G1","Y12","W1","Y4","B6","R9","G8","R5","Y7","Y1","G5","G3","B9","J1","G6","R11","B13","Y8","B12","R1","Y3","Y6","G11","B4","G9"],"salt":"salte8e25d940ed904759531985d5d9dc9f8"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 22, 1790000022.5, 'server',
  CAST('{"type":"round_started","number":2,"hand_size":2,"dealer":0,"commitment":"af121b6bdb15c5f187b2eda8a67f7e504c0547bcdcfb9a1a53843cb88e9cc25f"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 23, 1790000023.5, 'server',
  CAST('{"type":"hand_dealt","seat":1,"cards":["B11","R4"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 24, 1790000024.5, 'server',
  CAST('{"type":"hand_dealt","seat":2,"cards":["G10","Y5"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 25, 1790000025.5, 'server',
  CAST('{"type":"hand_dealt","seat":0,"cards":["R8","W4"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 26, 1790000026.5, 'server',
  CAST('{"type":"turn_up_shown","card":"W3","trump":null}' AS BLOB));
INSERT INTO event VALUES ('finished01', 27, 1790000027.5, '0/test-00000004',
  CAST('{"type":"trump_chosen","seat":0,"suit":"R"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 28, 1790000028.5, 'bot',
  CAST('{"type":"bid_placed","seat":1,"bid":1}' AS BLOB));
INSERT INTO event VALUES ('finished01', 29, 1790000029.5, 'bot',
  CAST('{"type":"bid_placed","seat":2,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 30, 1790000030.5, '0/test-00000005',
  CAST('{"type":"bid_placed","seat":0,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 31, 1790000031.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"B11"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 32, 1790000032.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"G10"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 33, 1790000033.5, '0/test-00000006',
  CAST('{"type":"card_played","seat":0,"card":"W4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 34, 1790000034.5, '0/test-00000006',
  CAST('{"type":"trick_won","seat":0,"card":"W4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 35, 1790000035.5, '0/test-00000007',
  CAST('{"type":"card_played","seat":0,"card":"R8"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 36, 1790000036.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"R4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 37, 1790000037.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"Y5"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 38, 1790000038.5, 'bot',
  CAST('{"type":"trick_won","seat":0,"card":"R8"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 39, 1790000039.5, 'bot',
  CAST('{"type":"round_scored","bids":[0,1,0],"tricks":[2,0,0],"scores":[-20,-10,20],"totals":[-30,10,40],"deck":["R4","Y5","R8","B11","G10","W4","W3","Y10","Y13","B3","G2","R7","J2","J3","R3","B2","B1","G13","G4","R10","J4","B5","Y11","B10","G12","B8","G7","R6","B7","R12","Y9","Y2","R2","W2","R13","G1","Y12","W1","Y4","B6","R9","G8","R5","Y7","Y1","G5","G3","B9","J1","G6","R11","B13","Y8","B12","R1","Y3","Y6","G11","B4","G9"],"salt":"salte8e25d940ed904759531985d5d9dc9f8"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 40, 1790000040.5, 'server',
  CAST('{"type":"deck_sealed","deck":["G6","Y3","R12","R10","B11","W4","B7","R3","G2","Y11","J1","Y8","B13","B2","R13","R8","J2","W3","B6","B4","Y2","Y5","B9","Y13","R4","B3","Y10","G11","G1","Y4","R1","R2","R11","Y12","Y6","Y9","B12","Y7","J3","B1","G5","G10","G8","R9","R5","J4","R6","G12","W2","Y1","G13","G7","G9","B10","G3","W1","R7","B8","B5","G4"],"salt":"salt1600a35a099950d836f675cc81e74ef5"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 41, 1790000041.5, 'server',
  CAST('{"type":"round_started","number":3,"hand_size":3,"dealer":1,"commitment":"eb5ccb9cbc090c86515390e6f754b284304633169c669c61c2c3fe7784c0baa0"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 42, 1790000042.5, 'server',
  CAST('{"type":"hand_dealt","seat":2,"cards":["B7","G6","R10"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 43, 1790000043.5, 'server',
  CAST('{"type":"hand_dealt","seat":0,"cards":["B11","R3","Y3"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 44, 1790000044.5, 'server',
  CAST('{"type":"hand_dealt","seat":1,"cards":["G2","R12","W4"]}' AS BLOB));
INSERT INTO event VALUES ('finished01', 45, 1790000045.5, 'server',
  CAST('{"type":"turn_up_shown","card":"Y11","trump":"Y"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 46, 1790000046.5, 'bot',
  CAST('{"type":"bid_placed","seat":2,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('finished01', 47, 1790000047.5, '0/test-00000009',
  CAST('{"type":"bid_placed","seat":0,"bid":3}' AS BLOB));
INSERT INTO event VALUES ('finished01', 48, 1790000048.5, 'bot',
  CAST('{"type":"bid_placed","seat":1,"bid":1}' AS BLOB));
INSERT INTO event VALUES ('finished01', 49, 1790000049.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"R10"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 50, 1790000050.5, '0/test-00000010',
  CAST('{"type":"card_played","seat":0,"card":"R3"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 51, 1790000051.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"W4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 52, 1790000052.5, 'bot',
  CAST('{"type":"trick_won","seat":1,"card":"W4"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 53, 1790000053.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"R12"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 54, 1790000054.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"B7"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 55, 1790000055.5, '0/test-00000011',
  CAST('{"type":"card_played","seat":0,"card":"B11"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 56, 1790000056.5, '0/test-00000011',
  CAST('{"type":"trick_won","seat":1,"card":"R12"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 57, 1790000057.5, 'bot',
  CAST('{"type":"card_played","seat":1,"card":"G2"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 58, 1790000058.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"G6"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 59, 1790000059.5, '0/test-00000012',
  CAST('{"type":"card_played","seat":0,"card":"Y3"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 60, 1790000060.5, '0/test-00000012',
  CAST('{"type":"trick_won","seat":0,"card":"Y3"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 61, 1790000061.5, '0/test-00000012',
  CAST('{"type":"round_scored","bids":[3,1,0],"tricks":[1,2,0],"scores":[-20,-10,20],"totals":[-50,0,60],"deck":["G6","Y3","R12","R10","B11","W4","B7","R3","G2","Y11","J1","Y8","B13","B2","R13","R8","J2","W3","B6","B4","Y2","Y5","B9","Y13","R4","B3","Y10","G11","G1","Y4","R1","R2","R11","Y12","Y6","Y9","B12","Y7","J3","B1","G5","G10","G8","R9","R5","J4","R6","G12","W2","Y1","G13","G7","G9","B10","G3","W1","R7","B8","B5","G4"],"salt":"salt1600a35a099950d836f675cc81e74ef5"}' AS BLOB));
INSERT INTO event VALUES ('finished01', 62, 1790000062.5, '0/test-00000012',
  CAST('{"type":"game_ended","totals":[-50,0,60],"ranks":[3,2,1]}' AS BLOB));
INSERT INTO event VALUES ('running001', 1, 1790001001.0, '0/create',
  CAST('{"type":"game_created","seats":3,"rules":{"round_mode":"custom","custom_round_count":4},"first_dealer":2}' AS BLOB));
INSERT INTO event VALUES ('running001', 2, 1790001002.5, '0/create',
  CAST('{"type":"seat_taken","seat":0,"name":"Anna","kind":"person","level":null}' AS BLOB));
INSERT INTO event VALUES ('running001', 3, 1790001003.5, '0/create',
  CAST('{"type":"seat_key_set","seat":0,"key":"3c83aab4e67285e72fc8ba7161f0358740bc31a3c32c0a767c4000dd3bc65584"}' AS BLOB));
INSERT INTO event VALUES ('running001', 4, 1790001004.5, '0/create',
  CAST('{"type":"seat_taken","seat":2,"name":"Ben","kind":"bot","level":"beginner"}' AS BLOB));
INSERT INTO event VALUES ('running001', 5, 1790001005.5, '1/test-00000013',
  CAST('{"type":"seat_taken","seat":1,"name":"Ben 2","kind":"person","level":null}' AS BLOB));
INSERT INTO event VALUES ('running001', 6, 1790001006.5, '1/test-00000013',
  CAST('{"type":"seat_key_set","seat":1,"key":"48a2110db7749bb7304759e93bcee0d015bca4af5020949ecaf9459a398d3acf"}' AS BLOB));
INSERT INTO event VALUES ('running001', 7, 1790001007.5, '0/test-00000014',
  CAST('{"type":"game_started","first_dealer":2,"draws":[]}' AS BLOB));
INSERT INTO event VALUES ('running001', 8, 1790001008.5, 'server',
  CAST('{"type":"deck_sealed","deck":["G2","G4","G3","R12","R5","G11","Y4","Y6","W1","R10","Y12","W3","G6","J3","R7","B12","G1","W2","G7","R13","R2","B2","Y5","B1","W4","J1","B10","R6","B5","Y2","G12","G10","Y8","B11","B7","R11","G9","J2","R3","R4","R8","Y9","B13","B4","R1","Y10","Y1","Y13","G8","B6","J4","Y3","G13","B3","Y7","B8","Y11","G5","R9","B9"],"salt":"salt8d116ece1738f7d93d9c172411e20b8f"}' AS BLOB));
INSERT INTO event VALUES ('running001', 9, 1790001009.5, 'server',
  CAST('{"type":"round_started","number":1,"hand_size":1,"dealer":2,"commitment":"7b3783b3c593d03539308520a428a0d08d8bd546602dac4f62cee33a2eccc9eb"}' AS BLOB));
INSERT INTO event VALUES ('running001', 10, 1790001010.5, 'server',
  CAST('{"type":"hand_dealt","seat":0,"cards":["G2"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 11, 1790001011.5, 'server',
  CAST('{"type":"hand_dealt","seat":1,"cards":["G4"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 12, 1790001012.5, 'server',
  CAST('{"type":"hand_dealt","seat":2,"cards":["G3"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 13, 1790001013.5, 'server',
  CAST('{"type":"turn_up_shown","card":"R12","trump":"R"}' AS BLOB));
INSERT INTO event VALUES ('running001', 14, 1790001014.5, '0/test-00000015',
  CAST('{"type":"bid_placed","seat":0,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('running001', 15, 1790001015.5, '1/test-00000016',
  CAST('{"type":"bid_placed","seat":1,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('running001', 16, 1790001016.5, 'bot',
  CAST('{"type":"bid_placed","seat":2,"bid":0}' AS BLOB));
INSERT INTO event VALUES ('running001', 17, 1790001017.5, '0/test-00000017',
  CAST('{"type":"card_played","seat":0,"card":"G2"}' AS BLOB));
INSERT INTO event VALUES ('running001', 18, 1790001018.5, '1/test-00000018',
  CAST('{"type":"card_played","seat":1,"card":"G4"}' AS BLOB));
INSERT INTO event VALUES ('running001', 19, 1790001019.5, 'bot',
  CAST('{"type":"card_played","seat":2,"card":"G3"}' AS BLOB));
INSERT INTO event VALUES ('running001', 20, 1790001020.5, 'bot',
  CAST('{"type":"trick_won","seat":1,"card":"G4"}' AS BLOB));
INSERT INTO event VALUES ('running001', 21, 1790001021.5, 'bot',
  CAST('{"type":"round_scored","bids":[0,0,0],"tricks":[0,1,0],"scores":[20,-10,20],"totals":[20,-10,20],"deck":["G2","G4","G3","R12","R5","G11","Y4","Y6","W1","R10","Y12","W3","G6","J3","R7","B12","G1","W2","G7","R13","R2","B2","Y5","B1","W4","J1","B10","R6","B5","Y2","G12","G10","Y8","B11","B7","R11","G9","J2","R3","R4","R8","Y9","B13","B4","R1","Y10","Y1","Y13","G8","B6","J4","Y3","G13","B3","Y7","B8","Y11","G5","R9","B9"],"salt":"salt8d116ece1738f7d93d9c172411e20b8f"}' AS BLOB));
INSERT INTO event VALUES ('running001', 22, 1790001022.5, 'server',
  CAST('{"type":"deck_sealed","deck":["G7","Y9","B11","B4","R11","R9","Y5","B7","Y2","B2","G5","R7","R1","W1","G6","B5","J3","R2","R3","G12","R4","Y8","R13","B3","G3","B10","B6","J4","W2","R6","B8","G13","G4","Y12","G1","J1","Y10","W4","R12","G2","B1","Y7","Y1","R5","R10","Y3","B9","Y13","G9","Y6","G8","Y4","W3","J2","G10","B13","Y11","B12","G11","R8"],"salt":"saltf28c105d1fb17c2390c192cfd3ac94af"}' AS BLOB));
INSERT INTO event VALUES ('running001', 23, 1790001023.5, 'server',
  CAST('{"type":"round_started","number":2,"hand_size":2,"dealer":0,"commitment":"6a5bb652880d7d2fd395ad548a2fa97bda5686f4bd3ae837ba3f5d06aa39777a"}' AS BLOB));
INSERT INTO event VALUES ('running001', 24, 1790001024.5, 'server',
  CAST('{"type":"hand_dealt","seat":1,"cards":["B4","G7"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 25, 1790001025.5, 'server',
  CAST('{"type":"hand_dealt","seat":2,"cards":["R11","Y9"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 26, 1790001026.5, 'server',
  CAST('{"type":"hand_dealt","seat":0,"cards":["B11","R9"]}' AS BLOB));
INSERT INTO event VALUES ('running001', 27, 1790001027.5, 'server',
  CAST('{"type":"turn_up_shown","card":"Y5","trump":"Y"}' AS BLOB));
INSERT INTO event VALUES ('running001', 28, 1790001028.5, '1/test-00000021',
  CAST('{"type":"bid_placed","seat":1,"bid":1}' AS BLOB));
INSERT INTO event VALUES ('running001', 29, 1790001029.5, 'bot',
  CAST('{"type":"bid_placed","seat":2,"bid":1}' AS BLOB));
INSERT INTO event VALUES ('running001', 30, 1790001030.5, '0/test-00000022',
  CAST('{"type":"bid_placed","seat":0,"bid":0}' AS BLOB));
