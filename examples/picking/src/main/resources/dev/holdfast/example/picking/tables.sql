CREATE TABLE IF NOT EXISTS stock (
    sku     text PRIMARY KEY,
    item    text NOT NULL,
    bin     text NOT NULL,
    on_hand int  NOT NULL CHECK (on_hand >= 0)
);
CREATE TABLE IF NOT EXISTS orders (
    id        bigint PRIMARY KEY,
    customer  text    NOT NULL,
    completed boolean NOT NULL DEFAULT false
);
CREATE TABLE IF NOT EXISTS line (
    order_id bigint  NOT NULL REFERENCES orders,
    number   int     NOT NULL,
    sku      text    NOT NULL REFERENCES stock,
    quantity int     NOT NULL,
    picked   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (order_id, number)
);
CREATE TABLE IF NOT EXISTS reservation (
    order_id bigint NOT NULL REFERENCES orders,
    sku      text   NOT NULL REFERENCES stock,
    quantity int    NOT NULL,
    PRIMARY KEY (order_id, sku)
);
INSERT INTO stock VALUES
    ('mug',    'Enamel mug',       'A-03', 60),
    ('kettle', 'Camping kettle',   'A-11', 25),
    ('rope',   'Rope, 20 m',       'B-02', 40),
    ('lamp',   'Head torch',       'B-07', 50),
    ('tarp',   'Tarpaulin, 3 × 4', 'C-01', 18),
    ('stove',  'Gas stove',        'C-05', 30)
ON CONFLICT DO NOTHING;
INSERT INTO orders (id, customer) VALUES
    (1001, 'Mountain hut Rossberg'), (1002, 'Sailing club Nord'), (1003, 'Scouts of the fifth'),
    (1004, 'Harbour kiosk'), (1005, 'Two Rivers school'), (1006, 'Forest kindergarten')
ON CONFLICT DO NOTHING;
INSERT INTO line (order_id, number, sku, quantity) VALUES
    (1001, 1, 'mug', 12), (1001, 2, 'kettle', 2), (1001, 3, 'stove', 2),
    (1002, 1, 'rope', 6), (1002, 2, 'tarp', 3),
    (1003, 1, 'lamp', 14), (1003, 2, 'tarp', 4), (1003, 3, 'mug', 14),
    (1004, 1, 'mug', 8), (1004, 2, 'kettle', 3),
    (1005, 1, 'lamp', 10), (1005, 2, 'rope', 2),
    (1006, 1, 'mug', 20), (1006, 2, 'tarp', 2)
ON CONFLICT DO NOTHING;
INSERT INTO reservation
    SELECT l.order_id, l.sku, l.quantity FROM line l JOIN orders o ON o.id = l.order_id WHERE NOT o.completed
ON CONFLICT DO NOTHING;
